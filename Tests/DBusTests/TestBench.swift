// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport

/// The names tests use.
extension InterfaceName {
    static let bench: InterfaceName = "org.tallylight.Bench"
}

extension ObjectPath {
    static let bench: ObjectPath = "/org/tallylight/Bench"
}

extension BusName {
    static let bench: BusName = "org.tallylight.Bench"
}

/// Something with a state that tests on the loop can share.
@LoopActor
final class Box<Content> {
    var content: Content
    init(_ content: Content) { self.content = content }
}

extension BusObject {
    /// An object at the bench's path.
    static func bench(_ methods: [Method], properties: [Property] = [], signals: [Signal] = []) -> BusObject {
        BusObject(path: .bench, interfaces: [Interface(.bench, methods: methods, properties: properties, signals: signals)], introspection: "<node/>")
    }
}

extension Connection {
    /// A call to a method of the bench.
    func bench(
        _ member: MemberName, _ arguments: [Value] = [], at peer: Connection, returning types: Signature? = nil, within limit: Duration = .seconds(50)
    ) async throws(BusError) -> [Value] {
        try await call(MethodCall(member, arguments, of: .bench, on: .bench, at: peer.uniqueName), returning: types, within: limit)
    }

    /// Returns after all that the bus had for us when it was called has been handled.
    func fence() async throws(BusError) {
        _ = try await call(MethodCall("Ping", of: "org.freedesktop.DBus.Peer", on: "/", at: "org.freedesktop.DBus"))
    }
}
