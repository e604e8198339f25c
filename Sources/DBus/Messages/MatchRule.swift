// SPDX-License-Identifier: MIT

/// Which signals are wanted; what is nil matches everything.
public struct MatchRule: Sendable, Hashable {
    /// The sender, by unique or well-known name.
    ///
    /// Signals of others are never delivered, not even those a stranger addresses to us directly: a well-known name stands for the connection that owns it when the signal arrives.
    public var sender: BusName?
    /// The object that sends.
    public var path: ObjectPath?
    /// The interface of the signal.
    public var interface: InterfaceName?
    /// The signal.
    public var member: MemberName?
    /// The first argument, if it is a string.
    public var firstArgument: String?

    /// Makes a rule.
    public init(sender: BusName? = nil, path: ObjectPath? = nil, interface: InterfaceName? = nil, member: MemberName? = nil, firstArgument: String? = nil) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.firstArgument = firstArgument
    }
}
