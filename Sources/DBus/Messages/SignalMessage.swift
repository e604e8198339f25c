// SPDX-License-Identifier: MIT

/// A signal that arrived.
public struct SignalMessage: Sendable {
    /// The unique name of the sender, as the bus vouches for it.
    public let sender: BusName
    /// The object that sent it.
    public let path: ObjectPath
    /// The interface the signal is of.
    public let interface: InterfaceName
    /// The signal.
    public let member: MemberName
    /// What it carries.
    public let arguments: [Value]
}
