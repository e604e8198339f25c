// SPDX-License-Identifier: MIT

/// A call to one of our methods, as its handler sees it.
public struct Invocation: Sendable {
    /// The unique name of the caller, as the bus vouches for it.
    public let sender: BusName
    /// The object that was called.
    public let path: ObjectPath
    /// The method's interface.
    public let interface: InterfaceName
    /// The method.
    public let member: MemberName
    /// The arguments, of the types the method declares.
    public let arguments: [Value]
}
