// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// The open take as a media player, to a program that knows nothing of us: playerctl.
@Suite("A take as a media player", .crowded, .timeLimit(.minutes(5)))
struct MediaPlayerTests {
    private static let name: BusName = "org.mpris.MediaPlayer2.org.tallylight.Tallylight"

    /// A desk with a recorder and an engine that hears the same in everything.
    private func recording(
        _ engine: StandInEngine = StandInEngine(), configuration: String = "", _ body: (Desk, Subprocess, PrivatePulse) async throws -> Void
    ) async throws {
        let microphone = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: microphone, configuration: "install-engines = no\nlanguage = en\n\(configuration)", extra: engine.environment) { desk in
            let recorder = try await desk.startRecorder()
            try await body(desk, recorder, microphone)
        }
    }

    /// Waits until the player's name has an owner, or none.
    private func untilPlayer(_ isThere: Bool, on desk: Desk) async throws {
        try await desk.withConnection { connection in
            let gate = Gate()
            let watch = try await connection.watch(Self.name) { if ($0.new != nil) == isThere { gate.open() } }
            if (watch.owner != nil) == isThere { gate.open() }
            await gate.pass()
            watch.cancel()
        }
    }

    /// What playerctl prints.
    private func ask(_ words: String..., on desk: Desk) async throws -> String {
        let result = try await Subprocess.run("/usr/bin/playerctl", ["--player", "org.tallylight.Tallylight"] + words, environment: desk.environment)
        #expect(result.code == 0 && result.errors.isEmpty, "playerctl \(words): \(result.ending) \(result.errors)")
        return String(result.output.dropLast(result.output.hasSuffix("\n") ? 1 : 0))
    }

    @Test
    func `playerctl shows the take, pauses and resumes it, and there is no player before and after`() async throws {
        try await recording { desk, _, _ in
            #expect(try await desk.run("playerctl", "--list-all").output == "")
            #expect(try await desk.run("playerctl", "play-pause").code == 1)
            try await desk.ask("start")
            try await untilPlayer(true, on: desk)
            #expect(try await desk.run("playerctl", "--list-all").output == "org.tallylight.Tallylight\n")
            #expect(try await ask("status", on: desk) == "Playing")
            #expect(try await ask("metadata", "xesam:title", on: desk) == "Recording")
            #expect(try await ask("metadata", "artist", on: desk) == "Tallylight")
            #expect(try await ask("metadata", "mpris:trackid", on: desk).hasPrefix("'/org/tallylight/Take/"))
            try await desk.ask("title", "Zweiter “Titel” 🎙️")
            #expect(try await ask("metadata", "title", on: desk) == "Zweiter “Titel” 🎙️")
            _ = try await ask("play-pause", on: desk)
            #expect(try await desk.status("state") == "paused")
            #expect(try await ask("status", on: desk) == "Paused")
            let elapsed = try #require(Double(try await desk.status("elapsed_usec")))
            #expect(abs(try #require(Double(try await ask("position", on: desk))) - elapsed / 1_000_000) < 0.000_001)
            for (word, state) in [("play", "recording"), ("pause", "paused"), ("pause", "paused"), ("play-pause", "recording")] {
                _ = try await ask(word, on: desk)
                #expect(try await desk.status("state") == state)
            }
            #expect(try #require(Double(try await ask("position", on: desk))) > elapsed / 1_000_000)
            try await desk.ask("pause")
            try await desk.ask("discard")
            try await untilPlayer(false, on: desk)
            #expect(try await desk.run("playerctl", "--list-all").output == "")
        }
    }

    @Test
    func `C041: playerctl's stop ends the take in its text, and the player is gone while that is made`() async throws {
        let engine = StandInEngine.held()
        try await recording(engine) { desk, _, microphone in
            let noise = SoundComparison.noise(seconds: 0.5)
            try await desk.ask("start")
            try await desk.say(noise, into: microphone)
            try await untilPlayer(true, on: desk)
            let delay = try await desk.withConnection { connection in
                let end = PlayerEnd()
                let rule = MatchRule(sender: Self.name, path: "/org/mpris/MediaPlayer2", member: "PropertiesChanged")
                let subscription = try await connection.subscribe(to: rule) { if $0.arguments[1].options?["PlaybackStatus"] == .string("Stopped") { end.told = .now } }
                let watch = try await connection.watch(Self.name) { if $0.new == nil { end.release() } }
                _ = try await ask("stop", on: desk)
                await end.gate.pass()
                subscription.cancel()
                watch.cancel()
                return end.delay
            }
            print("the player's name was given back \(delay.map(String.init(describing:)) ?? "never") after it had told that it stopped")
            #expect(try #require(delay) < .seconds(1))
            let log = try await desk.follow()
            try await log.until("\"state\":\"processing\"")
            engine.release()
            try await log.until("\"outcome\":\"transcribed\"")
            #expect(try await desk.ask("transcript") == "\(StandInEngine.words)\n")
            #expect(try await desk.holds(noise, in: desk.audio))
        }
    }

    @Test
    func `C045: seeking, skipping, volume, loops and shuffling leave the take as it is`() async throws {
        try await recording { desk, _, microphone in
            let settings = try await microphone.settings()
            try await desk.ask("start")
            try await untilPlayer(true, on: desk)
            let session = try await desk.status("session")
            for words in [["next"], ["previous"], ["position", "60"], ["position", "10-"], ["volume", "0.1"], ["loop", "Track"], ["shuffle", "On"], ["open", "file:///etc/passwd"]] {
                _ = try await Subprocess.run("/usr/bin/playerctl", words, environment: desk.environment)
            }
            #expect(try await desk.status("state") == "recording")
            #expect(try await desk.status("session") == session)
            #expect(try await microphone.settings() == settings)
        }
    }

    @Test
    func `C039: the player of a recorder that is killed is gone at once, and the next one has its name`() async throws {
        try await recording { desk, recorder, _ in
            try await desk.ask("start")
            try await untilPlayer(true, on: desk)
            await recorder.send(SIGKILL)
            _ = try await recorder.finish()
            try await untilPlayer(false, on: desk)
            _ = try await desk.startRecorder()
            #expect(try await desk.run("playerctl", "--list-all").output == "")
            try await desk.ask("start")
            try await untilPlayer(true, on: desk)
            #expect(try await ask("status", on: desk) == "Playing")
        }
    }

    @Test
    func `C051: on a new bus the take is a player again, as it is then`() async throws {
        try await recording { desk, _, _ in
            let bus = try #require(desk.bus)
            try await desk.ask("start")
            try await untilPlayer(true, on: desk)
            bus.kill()
            let successor = try PrivateBus(in: bus.folder)
            defer { successor.kill() }
            try await untilPlayer(true, on: desk)
            #expect(try await ask("status", on: desk) == "Playing")
            _ = try await ask("play-pause", on: desk)
            #expect(try await desk.status("state") == "paused")
            try await desk.ask("discard")
            try await untilPlayer(false, on: desk)
        }
    }

    @Test
    func `who wants no media player has none`() async throws {
        try await recording(configuration: "media-player = no\n") { desk, _, _ in
            try await desk.ask("start")
            try await desk.ask("pause")
            try await desk.ask("resume")
            #expect(try await desk.run("playerctl", "--list-all").output == "")
        }
    }

    @Test
    func `C035: playerctl that follows the take sees each of its states, and its end`() async throws {
        try await recording { desk, _, _ in
            let follower = try await Subprocess.start("/usr/bin/playerctl", ["--follow", "status"], environment: desk.environment)
            var seen: [String] = []
            for (command, isThere) in [("start", true), ("pause", true), ("toggle", true), ("finish", false)] {
                try await desk.ask(command)
                try await untilPlayer(isThere, on: desk)
                if isThere { seen.append(try await follower.nextLine()) }
            }
            // Finishing pauses first; a player that is gone is an empty line.
            while let line = try? await follower.nextLine(), !line.isEmpty { seen.append(line) }
            #expect(seen.prefix(3) == ["Playing", "Paused", "Playing"])
            #expect(seen.suffix(2) == ["Paused", "Stopped"])
            await follower.terminate()
        }
    }

    @Test
    func `playerctld takes the take for the player in use, and hands keys on to it`() async throws {
        try await recording { desk, _, _ in
            let daemon = try await Subprocess.start("/usr/bin/playerctld", environment: desk.environment)
            try await desk.run("gdbus", "wait", "--session", "org.mpris.MediaPlayer2.playerctld").succeeded()
            try await desk.ask("start")
            try await untilPlayer(true, on: desk)
            let watch = try await desk.changes()
            for state in ["paused", "recording", "paused"] {
                try await desk.run("playerctl", "--player", "playerctld", "play-pause").succeeded()
                try await watch.until("\"state\":\"\(state)\"")
            }
            #expect(try await desk.run("playerctl", "--player", "playerctld", "metadata", "title").output == "Recording\n")
            try await desk.run("playerctl", "--player", "playerctld", "stop").succeeded()
            try await watch.until("\"state\":\"processing\"")
            await daemon.terminate()
        }
    }

    @Test
    func `ten thousand calls of one who reads no answer change nothing, cost no memory, and hold nobody up for good`() async throws {
        try await recording { desk, recorder, _ in
            try await desk.ask("start")
            try await untilPlayer(true, on: desk)
            let session = try await desk.status("session")
            let before = try await Subprocess.peakMemory(of: recorder.identifier)
            let deaf = try await DeafClient(try #require(desk.bus))
            for member in ["Introspect", "Next", "Quit", "Seek", "NoSuch"] {
                await deaf.call(member, on: "/org/mpris/MediaPlayer2", at: Self.name.text, times: 2000)
            }
            let start = ContinuousClock.now
            let position = try await desk.withConnection { connection in
                try await RemoteObject("org.mpris.MediaPlayer2.Player", on: "/org/mpris/MediaPlayer2", at: Self.name, over: connection).property("Position")
            }
            let time = start.duration(to: .now)
            print("a legal call after 10 000 deaf ones: \(time), memory \(before) → \(try await Subprocess.peakMemory(of: recorder.identifier)) kB")
            #expect(time < .seconds(5))
            #expect(position.integer != nil)
            #expect(try await Subprocess.peakMemory(of: recorder.identifier) < before + 8 << 10)
            #expect(try await desk.status("state") == "recording")
            #expect(try await desk.status("session") == session)
            deaf.close()
        }
    }
}

/// How a player goes: it tells that it has stopped, then gives its name back.
@LoopActor
private final class PlayerEnd {
    var told: ContinuousClock.Instant?
    private(set) var delay: Duration?
    let gate = Gate()

    func release() {
        delay = told?.duration(to: .now)
        gate.open()
    }
}
