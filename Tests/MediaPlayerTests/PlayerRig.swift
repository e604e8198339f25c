// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import MediaPlayer
import Recording
import TestSupport

/// A real model on fake ports whose takes are a media player on a bus of its own, and a client of it.
struct PlayerRig: Sendable {
    let bus: PrivateBus
    let clock: ManualClock
    let capture: FakeCapture
    let transcriber: FakeTranscriber
    let reporter = SpyReporter()
    let commander: RecordingCommander
    let surface: PlayerSurface
    /// The recorder's connection.
    let service: Connection
    private let address: BusName
    /// Whoever follows the player.
    let client: Connection
    let log = PlayerLog()

    init(on bus: PrivateBus, transcriber: FakeTranscriber) async throws {
        self.bus = bus
        let faked = await FakedRecorder(transcriber: transcriber)
        let (clock, recorder) = (faked.clock, faked.recorder)
        (self.clock, capture, self.transcriber, commander) = (clock, faked.capture, transcriber, faked.commander)
        surface = PlayerSurface(showing: faked.activity, commanding: commander, now: { clock.now })
        await recorder.attach(surface)
        await recorder.attach(commander)
        await recorder.attach(reporter)
        await recorder.listen()
        service = try await Connection.open(bus.address)
        address = await service.uniqueName
        client = try await Connection.open(bus.address)
        await surface.connect(to: service)
        try await log.follow(address, over: client)
    }

    /// The player, by the connection that is it: with or without its name.
    var player: RemoteObject { RemoteObject(PlayerNames.player, on: PlayerNames.path, at: address, over: client) }
    /// What every player has.
    var root: RemoteObject { RemoteObject(PlayerNames.root, on: PlayerNames.path, at: address, over: client) }

    /// Presses a key.
    func press(_ method: MemberName) async throws { _ = try await player.call(method, returning: "") }

    /// Commands as any other surface does.
    @discardableResult
    func perform(_ command: RecordingCommand) async throws -> Activity { try await commander.perform(command, session: nil) }

    /// Starts a take, and waits until it is a player.
    @discardableResult
    func start() async throws -> Activity {
        let activity = try await perform(.start)
        await log.untilOwned(true)
        return activity
    }

    func state() async throws -> RecordingState { try await commander.activity().state }

    func close() async {
        _ = try? await perform(.finish)
        await service.close()
        await client.close()
    }
}

/// Runs `body` with a recorder that can be a media player.
func withPlayerRig(transcriber: FakeTranscriber = FakeTranscriber(), _ body: (PlayerRig) async throws -> Void) async throws {
    try await withPrivateBus { bus in
        let rig = try await PlayerRig(on: bus, transcriber: transcriber)
        try await running {
            try await body(rig)
        } finally: {
            await rig.close()
        }
    }
}
