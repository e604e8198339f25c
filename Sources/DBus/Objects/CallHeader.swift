// SPDX-License-Identifier: MIT

/// What routing a call depends on.
package struct CallHeader: Sendable {
    package let path: ObjectPath
    /// Nil when the caller left it out, as it may.
    package let interface: InterfaceName?
    package let member: MemberName
    package let signature: Signature

    package init(path: ObjectPath, interface: InterfaceName?, member: MemberName, signature: Signature) {
        self.path = path
        self.interface = interface
        self.member = member
        self.signature = signature
    }
}
