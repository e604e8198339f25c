// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import Notifying
import Recording
import TestSupport

/// A real model on fake ports, whose notifications go to whoever shows them on a bus of its own.
@LoopActor
final class NotifyingRig {
    nonisolated static let wallTime = WallTime(microseconds: 1_796_040_000_000_000)

    let bus: PrivateBus
    let connection: Connection
    let store: FakeStore
    let spy = SpyReporter()
    let capture: FakeCapture
    let recorder: Recorder
    let commander: RecordingCommander
    let notifications: NotificationReporter
    private var servers: [FakeNotificationServer] = []

    init(on bus: PrivateBus, transcriber: FakeTranscriber = FakeTranscriber(), record: String? = nil, environment: [String: String] = [:], over connection: Connection? = nil, kept: [StoredTake] = [])
        async throws
    {
        self.bus = bus
        if let connection { self.connection = connection } else { self.connection = try await Connection.open(bus.address) }
        let faked = await FakedRecorder(transcriber: transcriber, kept: kept)
        (capture, store, recorder, commander) = (faked.capture, faked.store, faked.recorder, faked.commander)
        notifications = NotificationReporter(commanding: commander, showing: faked.activity, record: record, environment: environment) { Self.wallTime }
        await recorder.attach(commander)
        await recorder.attach(notifications)
        await recorder.attach(spy)
        await recorder.listen()
        notifications.connect(to: self.connection)
    }

    /// A server that shows notifications from now on.
    func serve(_ server: FakeNotificationServer = FakeNotificationServer()) async throws -> FakeNotificationServer {
        servers.append(server)
        try await server.open(on: bus)
        return server
    }

    /// Waits until all that `server` has said is heard, and what came of it has reached the server again.
    func fence(_ server: FakeNotificationServer) async throws {
        // Each takes a step on its own: the signal, the task that it begins, and the call that one makes.
        for _ in 1...3 {
            try await server.fence()
            _ = try await connection.owner(of: "org.freedesktop.Notifications")
        }
        try await server.fence()
    }

    @discardableResult
    func perform(_ command: RecordingCommand) async throws -> Activity { try await commander.perform(command, session: nil) }

    func close() async {
        for server in servers { await server.die() }
        await connection.close()
    }
}

/// Runs `body` on the loop with a recorder whose notifications go to a bus of its own.
func withNotifyingRig(transcriber: FakeTranscriber = FakeTranscriber(), environment: [String: String] = [:], _ body: @escaping @LoopActor (NotifyingRig) async throws -> Void) async throws {
    try await withPrivateBus { bus in
        try await onLoop {
            let rig = try await NotifyingRig(on: bus, transcriber: transcriber, environment: environment)
            try await running {
                try await body(rig)
            } finally: {
                await rig.close()
            }
        }
    }
}
