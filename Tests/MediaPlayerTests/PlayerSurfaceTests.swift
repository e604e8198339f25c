// SPDX-License-Identifier: MIT

import BusContract
import Commanding
import DBus
import EventLoop
import Recording
import TestSupport
import Testing

@testable import MediaPlayer

@Suite("PlayerSurface", .timeLimit(.minutes(1)))
struct PlayerSurfaceTests {
    @Test
    func `the table that dispatches is the one the document describes`() async throws {
        try await withPlayerRig { rig in
            let differences = rig.surface.busObject.contractDifferences
            #expect(differences.isEmpty, "\(differences)")
            try await rig.start()
            let introspectable = RemoteObject("org.freedesktop.DBus.Introspectable", on: PlayerNames.path, at: PlayerNames.bus, over: rig.client)
            #expect(try await introspectable.call("Introspect", returning: "s") == [.string(IntrospectionDocument.mediaPlayer2)])
        }
    }

    // MARK: The name

    @Test
    func `the name is there in recording and paused only, and whoever sees it finds the player whole`() async throws {
        try await withPlayerRig { rig in
            #expect(try await rig.client.owner(of: PlayerNames.bus) == nil)
            let (answers, continuation) = AsyncStream.makeStream(of: [String: Value]?.self)
            let client = rig.client
            let watch = try await onLoop {
                try await client.watch(PlayerNames.bus) { change in
                    guard change.new != nil else { return }
                    let player = RemoteObject(PlayerNames.player, on: PlayerNames.path, at: PlayerNames.bus, over: client)
                    _ = Loop.shared.task { continuation.yield(try? await player.properties()) }
                }
            }
            for ending in [RecordingCommand.process, .discard] {
                try await rig.start()
                var iterator = answers.makeAsyncIterator()
                #expect(await iterator.next()??["PlaybackStatus"] == .string("Playing"))
                try await rig.perform(.pause)
                #expect(try await rig.client.owner(of: PlayerNames.bus) == rig.service.uniqueName)
                try await rig.perform(ending)
                await rig.log.untilOwned(false)
                await rig.reporter.until { $0.state == .notRecording }
            }
            #expect(await rig.log.owned == [true, false, true, false])
            await watch.cancel()
        }
    }

    @Test
    func `without an open take there is no object either`() async throws {
        try await withPlayerRig { rig in
            func error() async -> ErrorName? {
                do throws(BusError) {
                    _ = try await rig.player.properties()
                    return nil
                } catch {
                    guard case .remote(let name, _) = error else { return nil }
                    return name
                }
            }
            #expect(await error() == .unknownObject)
            try await rig.start()
            #expect(await error() == nil)
            try await rig.perform(.finish)
            await rig.log.untilOwned(false)
            // The object goes when the bus has confirmed that the name is gone; another round trip of the recorder's connection comes after that.
            _ = try await rig.service.owner(of: PlayerNames.bus)
            #expect(await error() == .unknownObject)
        }
    }

    @Test
    func `a name that is taken is left to its owner, and the player is another instance`() async throws {
        try await withPlayerRig { rig in
            #expect(try await rig.client.requestName(PlayerNames.bus))
            let instance = try #require(PlayerNames.candidates.last)
            #expect(instance.text.hasPrefix("org.mpris.MediaPlayer2.org.tallylight.Tallylight.instance"))
            let (owned, continuation) = AsyncStream.makeStream(of: Bool.self)
            let watch = try await onLoop { [client = rig.client] in try await client.watch(instance) { continuation.yield($0.new != nil) } }
            var changes = owned.makeAsyncIterator()
            try await rig.perform(.start)
            #expect(await changes.next() == true)
            try await rig.press("Pause")
            #expect(try await rig.state() == .paused)
            try await rig.perform(.discard)
            #expect(await changes.next() == false)
            // The next take has the name again.
            try await rig.client.releaseName(PlayerNames.bus)
            try await rig.start()
            #expect(try await rig.client.owner(of: PlayerNames.bus) == rig.service.uniqueName)
            await watch.cancel()
        }
    }

    @Test
    func `takes that come and go faster than the bus answers leave the name as the last one wants it`() async throws {
        try await withPlayerRig { rig in
            for _ in 0..<20 {
                for command in [RecordingCommand.start, .pause, .discard] { try await rig.perform(command) }
            }
            try await rig.start()
            #expect(try await rig.player.property("PlaybackStatus") == .string("Playing"))
            try await rig.perform(.pause)
            try await rig.perform(.discard)
            await rig.log.untilOwned(false)
            #expect(try await rig.client.owner(of: PlayerNames.bus) == nil)
        }
    }

    @Test
    func `the bus goes away in a take, and the player is on its successor`() async throws {
        try await withPlayerRig { rig in
            try await rig.start()
            rig.bus.kill()
            await rig.service.closed()
            try await rig.perform(.pause)
            let successor = try PrivateBus(in: rig.bus.folder)
            defer { successor.kill() }
            let service = try await Connection.open(successor.address)
            let client = try await Connection.open(successor.address)
            let log = PlayerLog()
            try await log.follow(service.uniqueName, over: client)
            await rig.surface.connect(to: service)
            await log.untilOwned(true)
            let player = RemoteObject(PlayerNames.player, on: PlayerNames.path, at: PlayerNames.bus, over: client)
            #expect(try await player.property("PlaybackStatus") == .string("Paused"))
            _ = try await player.call("PlayPause")
            #expect(try await rig.state() == .recording)
            try await rig.perform(.finish)
            await log.untilOwned(false)
            await service.close()
            await client.close()
        }
    }

    // MARK: What is told

    @Test
    func `C035: every change tells its status, whoever caused it, and the end is told as Stopped`() async throws {
        try await withPlayerRig { rig in
            try await rig.start()
            try await rig.press("PlayPause")
            try await rig.perform(.resume)
            rig.capture.say(.interrupted(.sourceGone, CapturePosition(frames: 48_000)))
            await rig.log.untilStatus("Paused")
            try await rig.press("Play")
            try await rig.press("Stop")
            await rig.log.untilOwned(false)
            // Finishing pauses first.
            #expect(await rig.log.statuses == ["Playing", "Paused", "Playing", "Paused", "Playing", "Paused", "Stopped"])
            await rig.reporter.until { $0.state == .notRecording }
            try await rig.start()
            try await rig.perform(.pause)
            try await rig.perform(.discard)
            await rig.log.untilOwned(false)
            #expect(await rig.log.statuses.suffix(3) == ["Playing", "Paused", "Stopped"])
        }
    }

    @Test
    func `C037: what can be done follows the state, and each change of it is told`() async throws {
        try await withPlayerRig { rig in
            try await rig.start()
            for (method, status) in [("Pause", "Paused"), ("Play", "Playing")] as [(MemberName, String)] {
                try await rig.press(method)
                let properties = try await rig.player.properties()
                #expect(properties["PlaybackStatus"] == .string(status))
                for name in ["CanPlay", "CanPause", "CanControl"] { #expect(properties[name] == .boolean(true)) }
                for name in ["CanSeek", "CanGoNext", "CanGoPrevious"] { #expect(properties[name] == .boolean(false)) }
                for method in ["Next", "Previous"] as [MemberName] { try await rig.press(method) }
                #expect(try await rig.player.property("PlaybackStatus") == .string(status))
            }
            try await rig.press("Stop")
            await rig.log.untilOwned(false)
            let told = await rig.log.changes
            try #require(told.count == 5)
            #expect(told.first?["CanPlay"] == .boolean(true) && told.first?["CanPause"] == .boolean(true))
            // Pause, Play, and the pause with which Stop begins.
            for change in told[1...3] { #expect(change.keys.sorted() == ["PlaybackStatus"]) }
            #expect(told.last?["CanPlay"] == .boolean(false) && told.last?["CanPause"] == .boolean(false))
            #expect(told.last?["Metadata"] == .options([:]))
        }
    }

    @Test
    func `a title is told when it changes, and a call that changes nothing tells nothing`() async throws {
        try await withPlayerRig { rig in
            let session = try await rig.start().session
            try await rig.commander.setTitle("Minutes", of: session)
            try await rig.press("Play")
            _ = try await rig.player.property("Position")
            let told = await rig.log.changes
            #expect(told.count == 2 && told.last?.keys.sorted() == ["Metadata"])
            #expect(told.last?["Metadata"]?.options?["xesam:title"] == .string("Minutes"))
        }
    }

    @Test
    func `the position is that of the timer, computed when asked for, and only a jump is told`() async throws {
        try await withPlayerRig { rig in
            try await rig.start()
            rig.clock.advance(by: .seconds(65))
            #expect(try await rig.player.property("Position") == .int64(65_000_000))
            rig.capture.say(.progressed(CapturePosition(frames: 48_000 * 60), at: rig.clock.now))
            await rig.reporter.until { $0.timer.elapsed(at: rig.clock.now) == .seconds(60) }
            #expect(try await rig.player.property("Position") == .int64(60_000_000))
            rig.capture.frames = 48_000 * 60
            try await rig.press("Pause")
            rig.clock.advance(by: .seconds(1000))
            #expect(try await rig.player.property("Position") == .int64(60_000_000))
            let signals = await rig.log.signals
            #expect(signals.map(\.member) == ["PropertiesChanged", "Seeked", "PropertiesChanged"])
            #expect(signals[1].arguments == [.int64(60_000_000)])
            #expect(await rig.log.changes.allSatisfy { $0["Position"] == nil })
        }
    }
}
