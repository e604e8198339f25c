// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// The file holds what was played, all of it and nothing else, and the published time is the file's.
@Suite("What is recorded is what was played", .crowded, .timeLimit(.minutes(5)))
struct SoundTruthTests {
    /// What a server delivers at once, in frames: the published time may be off by so much, and no more.
    private let fragment = 4800

    @Test(arguments: SoundServer.allCases)
    func `a take holds every sample that was played`(_ server: SoundServer) async throws {
        let sound = try await server.start()
        try await Desk.use(sound: sound) { desk in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            let played = SoundComparison.noise(seconds: 2)
            #expect(try await sound.play(played).finish().code == 0)
            try await desk.ask("quit", "--force")
            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            let stretches = SoundComparison.stretches(of: played, in: recorded)
            try #require(stretches.count == 1, "\(stretches)")
            #expect(stretches[0].original < 64)
            #expect(stretches[0].count > played.count - 64)
        }
    }

    @Test(arguments: SoundServer.allCases)
    func `after five quick pauses the published time is the length of the file`(_ server: SoundServer) async throws {
        let sound = try await server.start()
        try await Desk.use(sound: sound) { desk in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            for _ in 0..<5 {
                for verb in ["pause", "resume"] { try await desk.ask(verb) }
            }
            try await desk.ask("pause")
            let line = try await desk.statusLine()
            let published = try #require(Int64(line.json("elapsed_usec"))) * 48 / 1000
            #expect(line.contains("\"anchor_timestamp_monotonic\":null"))
            try await desk.ask("quit", "--force")
            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            #expect(abs(recorded.count - Int(published)) <= fragment, "\(recorded.count) frames, \(published) published")
        }
    }

    @Test
    func `C073: what is said in a pause is not in the file, nothing of it comes after, and the time stands`() async throws {
        let sound = try await PrivatePulse.start()
        try await Desk.use(sound: sound) { desk in
            _ = try await desk.startRecorder()
            // Longer than the test takes on a busy machine.
            let played = SoundComparison.noise(seconds: 20)
            let player = try await sound.play(played)
            try await desk.ask("start")
            try await LoopTimer.sleep(for: .milliseconds(1500))
            let clock = ContinuousClock()
            let pauses = clock.now
            try await desk.ask("pause")
            let paused = clock.now
            let first = try await desk.statusLine()
            try await LoopTimer.sleep(for: .seconds(2))
            #expect(Int64(try await desk.status("current_usec")) == Int64(first.json("elapsed_usec")))
            let resumes = clock.now
            try await desk.ask("resume")
            let resumed = clock.now
            try await LoopTimer.sleep(for: .milliseconds(1500))
            try await desk.ask("pause")
            let last = try await desk.statusLine()
            await player.terminate()
            try await desk.ask("quit", "--force")

            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            #expect(abs(recorded.count - Int(try #require(Int64(last.json("elapsed_usec"))) * 48 / 1000)) <= fragment)
            let found = Self.seam(of: played, in: recorded)
            let seam = try #require(found, "the file does not begin and end with what was played")
            // No click, nothing stale: what was said after the pause follows what was said before it at once, but for samples that fit both.
            #expect(abs(seam.after - seam.before) < 64, "between the stretches of the file are \(seam.after - seam.before) frames of something else")
            let missing = Duration.seconds(seam.missing) / 48_000
            #expect(missing > resumes - paused - .milliseconds(200))
            #expect(missing < resumed - pauses + .milliseconds(200))
        }
    }

    /// Where, in a recording of two parts of what was played, the first one ends and the second one begins, and how much of what was played is missing between them.
    private static func seam(of played: [Int16], in recorded: [Int16]) -> (before: Int, after: Int, missing: Int)? {
        guard let first = recorded.firstIndex(where: { $0 != 0 }), recorded.count - first > 9600 else { return nil }
        let last = recorded.count - 4800
        guard let start = SoundComparison.offset(of: recorded[first..<(first + 64)], in: played), let end = SoundComparison.offset(of: recorded[last..<(last + 64)], in: played)
        else { return nil }
        let forwards = zip(recorded[first...], played[start...]).prefix { abs(Int($0) - Int($1)) <= 2 }.count
        let backwards = zip(recorded[..<last].reversed(), played[..<end].reversed()).prefix { abs(Int($0) - Int($1)) <= 2 }.count
        return (first + forwards, last - backwards, end - backwards - start - forwards)
    }

    @Test
    func `C105: after kill -9 while recording, status says so at once, and of the audio at most the last second is lost`() async throws {
        let engine = try await ScriptedEngine()
        let pulse = try await PrivatePulse.start(.pipe)
        let settings = try await stirred(pulse)
        try await Desk.use(sound: pulse, extra: engine.environment) { desk in
            let recorder = try await desk.startRecorder()
            let watch = try await desk.start("tallylight", ["watch", "--json"])
            try await desk.ask("start")
            // With a pause for breath, out of which the rest stands.
            let played = SoundComparison.noise(seconds: 1.5) + [Int16](repeating: 0, count: 24_000) + SoundComparison.noise(seconds: 1.5, seed: 2)
            let start = try #require(Int64(try await desk.status("current_usec")))
            await pulse.say(played)
            try await until(desk, hasHeard: start + Int64(played.count) * 1000 / 48)
            await recorder.send(SIGKILL)
            _ = try await recorder.finish()
            // C067: nobody remembers a recording that is over.
            #expect(try await desk.tallylight("status").code == 4)
            #expect(try await watch.finish().code == 4)
            // C099: what is the user's is as it was.
            #expect(try await pulse.settings() == settings)
            _ = try await desk.startRecorder()
            let session = try #require(desk.takes.first)
            #expect(try await desk.statusLine().contains("\"kept\":[\"\(session)\"]"))
            let recorded = try await SoundComparison.decode(desk.mendedAudio(of: session))
            #expect(try #require(SoundComparison.wholePart(of: played, in: recorded)) >= played.count - 48_000)
            try await expectMended(desk, session, frames: recorded.count)
            let result = try await desk.tallylight("process", "--session", session, "--wait")
            #expect(result.output == "hello world\n", "\(result.errors)")
            #expect(try await desk.status("duration_usec") == "\(recorded.count * 1_000_000 / 48_000)")
            #expect(try await pulse.settings() == settings)
        }
    }

    @Test(arguments: [1, 30])
    func `C105: killed after so many seconds, the file is readable as it lies there, and mended and offered at the next start`(seconds: Int) async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            let piece = SoundComparison.noise(seconds: min(Double(seconds), 10))
            let start = try #require(Int64(try await desk.status("current_usec")))
            let pieces = max(1, seconds / 10)
            await pulse.say([Int16](repeatElement(piece, count: pieces).joined()))
            let played = piece.count * pieces
            try await until(desk, hasHeard: start + Int64(played) * 1000 / 48)
            await recorder.send(SIGKILL)
            _ = try await recorder.finish()
            let session = try #require(desk.takes.first)
            // As it lies there, to readers of others.
            let copy = desk.home.file("copy.flac")
            try await desk.run("cp", "\(desk.audio(of: session)).part", copy).succeeded()
            let torn = try await desk.run("sox", copy, "-n", "stat")
            let length = try #require(Double(torn.errors.split(separator: "\n").first { $0.hasPrefix("Length") }?.split(separator: " ").last ?? ""), "\(torn.errors)")
            #expect(length >= Double(played) / 48_000 - 1)
            _ = try await desk.startRecorder()
            #expect(try await desk.statusLine().contains("\"kept\":[\"\(session)\"]"))
            let recorded = try await SoundComparison.decode(desk.mendedAudio(of: session))
            #expect(recorded.count >= played - 48_000)
            let first = try #require(SoundComparison.offset(of: piece[..<64], in: recorded, tolerance: 0))
            for offset in stride(from: first, to: min(recorded.count, first + played), by: piece.count) {
                let isWhole = recorded[offset...].prefix(piece.count).elementsEqual(piece.prefix(recorded.count - offset))
                #expect(isWhole, "the sound differs after frame \(offset)")
            }
            try await expectMended(desk, session, frames: recorded.count)
            print("kill: after \(seconds) s of sound \(max(0, played - (recorded.count - first)) / 48) ms are lost")
        }
    }

    /// Expects a take whose header, and whose stored length, tell what is in it.
    private func expectMended(_ desk: Desk, _ session: String, frames: Int) async throws {
        let audio = desk.audio(of: session)
        let check = try await desk.run("flac", "--test", "--silent", audio)
        #expect(check.code == 0 && !check.errors.contains("ERROR"), "\(check.errors)")
        #expect(try await desk.run("soxi", "-s", audio).output == "\(frames)\n")
        #expect(!desk.files(".local/share/tallylight/takes/\(session)").contains("audio.flac.part"))
        let length = try await desk.run("grep", "^duration", desk.home.file(".local/share/tallylight/takes/\(session)/take")).output
        #expect(length == "duration = \(frames * 1_000_000 / 48_000)\n")
    }

    /// Sets volumes and mutes to what nobody would set them to, and returns all settings.
    private func stirred(_ pulse: PrivatePulse) async throws -> String {
        try await pulse.pactl("set-source-volume", "vmic", "100%")
        try await pulse.pactl("load-module", "module-null-sink", "sink_name=odd")
        try await pulse.pactl("set-sink-volume", "odd", "37%")
        try await pulse.pactl("set-sink-mute", "odd", "1")
        return try await pulse.settings()
    }

    /// Waits until the take is so long: the shown time is set right by the frames once a second, so it is far ahead of the clock here.
    private func until(_ desk: Desk, hasHeard length: Int64) async throws {
        let drift: Int64 = 250_000
        while try #require(Int64(try await desk.status("current_usec"))) < length + drift {
            try await LoopTimer.sleep(for: .milliseconds(50))
        }
    }
}
