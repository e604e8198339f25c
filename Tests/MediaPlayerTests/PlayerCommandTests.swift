// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import MediaPlayer
import Recording
import TestSupport
import Testing

@Suite("What a player is asked", .timeLimit(.minutes(1)))
struct PlayerCommandTests {
    // MARK: C041

    @Test(arguments: [RecordingState.recording, .paused])
    func `C041: Stop ends the take in a text, and discards nothing`(_ state: RecordingState) async throws {
        try await withPlayerRig { rig in
            let session = try await rig.start().session
            if state == .paused { try await rig.press("Pause") }
            try await rig.press("Stop")
            let result = await rig.reporter.untilResults(1)[0]
            #expect(result.session == session && result.outcome == .transcribed)
            #expect(try await rig.commander.transcript(of: session).text == "hello")
        }
    }

    @Test(arguments: [RecordingState.recording, .paused])
    func `C041: Quit and Raise change nothing`(_ state: RecordingState) async throws {
        try await withPlayerRig { rig in
            try await rig.start()
            if state == .paused { try await rig.press("Pause") }
            #expect(try await rig.root.properties()["CanQuit"] == .boolean(false))
            _ = try await rig.root.call("Quit", returning: "")
            _ = try await rig.root.call("Raise", returning: "")
            #expect(try await rig.state() == state)
            #expect(rig.reporter.results.isEmpty)
        }
    }

    @Test
    func `C041: three presses of PlayPause at once pause, resume and pause`() async throws {
        try await withPlayerRig { rig in
            try await rig.start()
            let player = rig.player
            try await onLoop {
                async let first = player.call("PlayPause")
                async let second = player.call("PlayPause")
                async let third = player.call("PlayPause")
                _ = try await (first, second, third)
            }
            #expect(rig.capture.calls == [.start, .pause, .resume, .pause])
            #expect(try await rig.state() == .paused)
        }
    }

    @Test
    func `no key starts a take, or reaches one that is being processed`() async throws {
        let gate = Gate()
        try await withPlayerRig(transcriber: FakeTranscriber(gate: gate)) { rig in
            try await rig.start()
            let player = rig.player
            try await onLoop {
                // Sent before the player is gone.
                async let stopped = player.call("Stop")
                async let toggled = try? player.call("PlayPause")
                async let played = try? player.call("Play")
                async let stoppedAgain = try? player.call("Stop")
                _ = try await (stopped, toggled, played, stoppedAgain)
            }
            #expect(try await rig.state() == .processing)
            gate.open()
            #expect(await rig.reporter.untilResults(1)[0].outcome == .transcribed)
            await rig.reporter.until { $0.state == .notRecording }
            _ = try? await player.call("PlayPause")
            #expect(try await rig.state() == .notRecording)
            #expect(rig.capture.calls.filter { $0 == .start }.count == 1)
        }
    }

    @Test
    func `a key that comes late hits no other take`() async throws {
        try await withPlayerRig { rig in
            let first = try await rig.start()
            try await rig.perform(.pause)
            try await rig.perform(.discard)
            let second = try await rig.start().session
            // The key was pressed when the take before was shown.
            try await onLoop { rig.surface.report(first) }
            for key in ["PlayPause", "Pause", "Stop"] as [MemberName] { try await rig.press(key) }
            let activity = try await rig.commander.activity()
            #expect(activity.state == .recording && activity.session == second)
        }
    }

    @Test
    func `a resume that finds no microphone is answered with the reason`() async throws {
        try await withPlayerRig { rig in
            try await rig.start()
            try await rig.press("Pause")
            rig.capture.fail(.resume, with: RecordingError(.inputLost, "The microphone delivers nothing."))
            let error = await #expect(throws: BusError.self) { try await rig.press("Play") }
            #expect(error == .remote(name: .failed, message: "The microphone delivers nothing."))
            #expect(try await rig.state() == .paused)
        }
    }

    // MARK: C043

    @Test(arguments: ["org.mpris.MediaPlayer2.Playlists", "org.mpris.MediaPlayer2.TrackList", "no.such"])
    func `C043: interfaces we have not are refused by their name`(_ interface: String) async throws {
        try await withPlayerRig { rig in
            try await rig.start()
            #expect(try await rig.root.property("HasTrackList") == .boolean(false))
            for (method, arguments) in [("GetAll", [interface]), ("Get", [interface, "Orderings"])] as [(MemberName, [String])] {
                do throws(BusError) {
                    let call = MethodCall(method, arguments.map(Value.string), of: "org.freedesktop.DBus.Properties", on: PlayerNames.path, at: PlayerNames.bus)
                    _ = try await rig.client.call(call)
                    Issue.record("\(method) was answered")
                } catch {
                    guard case .remote(let name, let message) = error else { throw error }
                    #expect(name == .unknownInterface && message.contains(interface) && message.hasSuffix("."))
                }
            }
        }
    }

    @Test
    func `C043: GetAll of no interface means all, and signals are of those we have`() async throws {
        try await withPlayerRig { rig in
            try await rig.start()
            let call = MethodCall("GetAll", [.string("")], of: "org.freedesktop.DBus.Properties", on: PlayerNames.path, at: PlayerNames.bus)
            let all = try await rig.client.call(call)[0].options ?? [:]
            #expect(all["Identity"] == .string("Tallylight") && all["PlaybackStatus"] == .string("Playing"))
            try await rig.press("PlayPause")
            try await rig.press("PlayPause")
            try await rig.press("Stop")
            await rig.log.untilOwned(false)
            let signals = await rig.log.signals
            #expect(signals.count == 5)
            for signal in signals {
                #expect(signal.interface == "org.freedesktop.DBus.Properties" && signal.arguments[0] == .string("org.mpris.MediaPlayer2.Player"))
                #expect(signal.arguments[2] == .strings([]))
            }
        }
    }

    // MARK: C045

    @Test(arguments: [
        ("Rate", Value.double(0)), ("Rate", .double(-1)), ("Rate", .double(.nan)), ("Rate", .double(1e308)), ("Volume", .double(.nan)), ("Volume", .double(.infinity)),
        ("Volume", .double(-5)), ("LoopStatus", .string("garbage")), ("Shuffle", .string("yes")), ("PlaybackStatus", .string("Stopped")), ("Position", .int64(-1)),
        ("Metadata", .options([:])), ("CanPause", .boolean(false)),
    ])
    func `C045: properties can't be written`(_ name: String, _ value: Value) async throws {
        try await withPlayerRig { rig in
            try await rig.start()
            let before = try await rig.player.properties()
            do throws(BusError) {
                let arguments = [.string(PlayerNames.player.text), .string(name), Value.variant(value)]
                _ = try await rig.client.call(MethodCall("Set", arguments, of: "org.freedesktop.DBus.Properties", on: PlayerNames.path, at: PlayerNames.bus))
                Issue.record("\(name) was set")
            } catch {
                guard case .remote(let name, let message) = error else { throw error }
                #expect([.propertyReadOnly, .unknownProperty].contains(name) && message.hasSuffix("."))
            }
            #expect(try await rig.player.properties() == before)
            #expect(rig.capture.calls == [.start])
            #expect(await rig.log.changes.count == 1)
        }
    }

    @Test
    func `C045: seeks go nowhere`() async throws {
        try await withPlayerRig { rig in
            try await rig.start()
            rig.clock.advance(by: .seconds(3))
            for offset in [Int64.min, -1, 0, .max] { _ = try await rig.player.call("Seek", [.int64(offset)], returning: "") }
            for (track, position) in [("/other", -1), ("/org/mpris/MediaPlayer2/TrackList/NoTrack", 0), ("/org/tallylight/Take/take_2d1", .max)] as [(ObjectPath, Int64)] {
                _ = try await rig.player.call("SetPosition", [.objectPath(track), .int64(position)], returning: "")
            }
            _ = try await rig.player.call("OpenUri", [.string("file:///etc/passwd")], returning: "")
            #expect(try await rig.player.property("Position") == .int64(3_000_000))
            #expect(try await rig.state() == .recording)
            #expect(await rig.log.signals.count == 1)
            await #expect(throws: BusError.self) { try await rig.player.call("Seek", [.string("back")]) }
        }
    }
}
