// SPDX-License-Identifier: MIT

/// What routing a call depends on.
struct CallHeader: Sendable {
    let path: ObjectPath
    /// Nil when the caller left it out, as it may.
    let interface: InterfaceName?
    let member: MemberName
    let signature: Signature
}
