// SPDX-License-Identifier: MIT

/// A call to a method of another connection, as a value.
public struct MethodCall: Sendable {
    /// Who is called.
    public var destination: BusName
    /// The object that is called.
    public var path: ObjectPath
    /// The interface the method is of.
    public var interface: InterfaceName
    /// The method.
    public var member: MemberName
    /// What is handed over.
    public var arguments: [Value]
    /// Whether the bus may start a program that owns `destination` when none does.
    public var mayStart: Bool

    /// Makes a call.
    ///
    /// It starts nothing unless `mayStart` says so: a status display must not start a recorder.
    public init(
        _ member: MemberName, _ arguments: [Value] = [], of interface: InterfaceName, on path: ObjectPath, at destination: BusName, mayStart: Bool = false
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.mayStart = mayStart
    }
}
