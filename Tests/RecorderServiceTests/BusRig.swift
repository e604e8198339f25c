// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import RecorderService
import TestSupport

/// A recorder's service on a bus of its own: a real model on fake ports, behind the real object.
struct BusRig: Sendable {
    let bus: PrivateBus
    let model: RecorderRig
    let presence: BusPresence
    let changes: ChangeLog
    private let connections = Connections()

    var clock: ManualClock { model.clock }
    var capture: FakeCapture { model.capture }
    var reporter: SpyReporter { model.reporter }
    var object: RecorderObject { model.object }

    init(on bus: PrivateBus, model: RecorderRig) async throws {
        self.bus = bus
        self.model = model
        let changes = ChangeLog()
        self.changes = changes
        presence = await BusPresence(of: model.object, commanding: model.commander, at: try bus.address) { changes.append($0) }
    }

    /// A new client, closed with the rig.
    func connect() async throws -> Connection {
        let connection = try await Connection.open(bus.address)
        await connections.keep(connection)
        return connection
    }

    /// A new commander over the bus, closed with the rig.
    func commander() async throws -> RemoteCommander { RemoteCommander(over: try await connect()) }

    /// Runs a command line on the bus.
    func run(_ command: String) async throws -> PrivateBus.ToolResult { try await bus.run("sh", "-c", "{ \(command); } 2>&1") }

    /// A property as busctl prints it.
    func get(_ property: String) async throws -> String {
        try await run("busctl --user get-property org.tallylight.Recorder1 /org/tallylight/Recorder1 org.tallylight.Recorder1 \(property)").output
    }

    /// Leads the model to a state where nothing happens by itself.
    func settle() async {
        _ = try? await model.commander.perform(.finish, session: nil)
        guard let activity = try? await model.commander.activity(), activity.state == .processing else { return }
        await reporter.until { $0.state == .notRecording }
    }

    func close() async {
        await connections.close()
        await presence.close()
    }
}

/// Runs `body` with a recorder that is on its bus.
func withBusRig(transcriber: FakeTranscriber = FakeTranscriber(), captureGate: Gate = Gate(isOpen: true), _ body: (BusRig) async throws -> Void) async throws {
    try await withPrivateBus { bus in
        let rig = try await BusRig(on: bus, model: RecorderRig(captureGate: captureGate, transcriber: transcriber))
        try await rig.presence.open()
        try await running {
            try await body(rig)
        } finally: {
            await rig.close()
        }
    }
}

/// The clients of a rig.
@LoopActor
private final class Connections {
    private var all: [Connection] = []

    nonisolated init() {}

    func keep(_ connection: Connection) { all.append(connection) }

    func close() async {
        for connection in all { await connection.close() }
    }
}
