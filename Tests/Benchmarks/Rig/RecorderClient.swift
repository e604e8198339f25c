// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import RecorderService

/// A client of the recorder of a session.
@LoopActor
final class RecorderClient {
    let connection: Connection
    private let recorder: RemoteObject

    private init(_ connection: Connection) {
        self.connection = connection
        recorder = RemoteObject(RecorderNames.interface, on: RecorderNames.path, at: RecorderNames.bus, over: connection)
    }

    /// Connects, and waits until somebody owns the recorder's name.
    static func connect(to session: Session) async throws -> RecorderClient {
        let client = RecorderClient(try await Connection.open(BusAddress(session.address)))
        try await until("a recorder has its name") { try await client.connection.owner(of: RecorderNames.bus) != nil }
        return client
    }

    /// Connects to the bus of a session without waiting for anybody.
    static func observe(_ session: Session) async throws -> Connection { try await Connection.open(BusAddress(session.address)) }

    /// The unique name of the recorder's connection.
    func owner() async throws -> String {
        guard let owner = try await connection.owner(of: RecorderNames.bus) else { throw Failure("The recorder is gone.") }
        return owner.text
    }

    /// Calls one of the methods without arguments and returns the state it led to.
    @discardableResult
    func call(_ method: MemberName) async throws -> String { try await recorder.call(method, returning: "s")[0].text ?? "" }

    /// Reads a property.
    func property(_ name: MemberName) async throws -> Value { try await recorder.property(name) }

    /// The state.
    func state() async throws -> String { try await property("State").text ?? "" }

    /// Calls `handler` for each change of the recorder's properties, with what has changed.
    func onChange(_ handler: @escaping @LoopActor ([String: Value]) -> Void) async throws -> Subscription {
        let rule = MatchRule(sender: RecorderNames.bus, path: RecorderNames.path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
        return try await connection.subscribe(to: rule) { signal in
            guard signal.arguments.count == 3 else { return }
            handler(signal.arguments[1].options ?? [:])
        }
    }

    /// Leaves the bus.
    func close() async { await connection.close() }
}

/// Asks again and again, at short intervals, until the answer is yes.
@LoopActor
func until(_ fact: String, within limit: Duration = .seconds(10), _ isSo: () async throws -> Bool) async throws {
    let end = MonotonicClock.microseconds + UInt64(limit.components.seconds) * 1_000_000
    while try await !isSo() {
        guard MonotonicClock.microseconds < end else { throw Failure("Time ran out before \(fact).") }
        try await LoopTimer.sleep(for: .milliseconds(10))
    }
}
