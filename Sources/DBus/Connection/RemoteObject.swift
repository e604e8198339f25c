// SPDX-License-Identifier: MIT

internal import EventLoop

/// An interface of an object of another connection, as something to call.
public struct RemoteObject: Sendable {
    /// The connection calls go through.
    public let connection: Connection
    /// Who is called.
    public let destination: BusName
    /// The object.
    public let path: ObjectPath
    /// The interface.
    public let interface: InterfaceName

    /// Names an object; nothing is sent.
    public init(_ interface: InterfaceName, on path: ObjectPath, at destination: BusName, over connection: Connection) {
        self.connection = connection
        self.destination = destination
        self.path = path
        self.interface = interface
    }

    /// Calls a method and waits for the answer.
    @LoopActor
    public func call(
        _ member: MemberName, _ arguments: [Value] = [], returning types: Signature? = nil, mayStart: Bool = false, within limit: Duration = .seconds(25)
    ) async throws(BusError) -> [Value] {
        try await connection.call(
            MethodCall(member, arguments, of: interface, on: path, at: destination, mayStart: mayStart), returning: types, within: limit)
    }

    /// Reads a property.
    @LoopActor
    public func property(_ name: MemberName, within limit: Duration = .seconds(25)) async throws(BusError) -> Value {
        let call = MethodCall("Get", [.string(interface.text), .string(name.text)], of: .properties, on: path, at: destination)
        let values = try await connection.call(call, returning: .variant, within: limit)
        return values[0].unwrapped
    }

    /// Reads all properties.
    @LoopActor
    public func properties(within limit: Duration = .seconds(25)) async throws(BusError) -> [String: Value] {
        let call = MethodCall("GetAll", [.string(interface.text)], of: .properties, on: path, at: destination)
        let values = try await connection.call(call, returning: "a{sv}", within: limit)
        return values[0].options ?? [:]
    }
}
