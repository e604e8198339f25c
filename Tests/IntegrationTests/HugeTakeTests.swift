// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// Recordings beyond what 32 bits count.
@Suite("Beyond 4 GiB", .crowded, .timeLimit(.minutes(5)))
struct HugeTakeTests {
    private static let size: Int64 = 4300 << 20

    @Test
    func `C101: a take of more than 4 GiB is listed, survives a failing engine and a discard, is heard, and goes to the documents whole`() async throws {
        let engine = try await ScriptedEngine()
        engine.act("exit 3")
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse, extra: engine.environment) { desk in
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            await pulse.say(SoundComparison.tone(seconds: 1))
            #expect(try await desk.tallylight("finish", "--wait").code == 1)
            let session = try #require(desk.takes.first)
            await recorder.send(SIGTERM)
            _ = try await recorder.finish()
            // Real sound in front, and a hole of 4 GiB behind it.
            let audio = desk.audio(of: session)
            let sound = desk.home.file("sound.flac")
            try await desk.run("cp", audio, sound).succeeded()
            #expect(truncate(audio, off_t(Self.size)) == 0)

            _ = try await desk.startRecorder()
            #expect(try await desk.statusLine().contains("\"kept\":[\"\(session)\"]"))
            #expect(try await desk.tallylight("process", "--session", session, "--wait").code == 1)
            try await expectWhole(audio, sound)
            for verb in [["discard", "--session", session], ["recover"]] {
                try await Subprocess.run("\(Desk.programs)/tallylight", verb, environment: desk.environment).succeeded()
            }
            try await expectWhole(audio, sound)
            // The engine tells the size of what it was given: 16 kHz of 16 bits, and a header.
            engine.act("for audio; do :; done; say \"$(stat -c %s \"$audio\")\"; through")
            let frames = try await SoundComparison.decode(sound).count
            let heard = try #require(Int(try await desk.ask("process", "--session", session, "--wait").dropLast()))
            // Behind the sound there is a pause of at most 4608 frames.
            #expect((0...10_000).contains(heard - frames / 3 * 2))
            engine.act("through")
            #expect(try await desk.ask("process", "--session", session, "--wait") == "")
            try await expectWhole(try #require(desk.recordings.first), sound)
            #expect(desk.takes.isEmpty)
        }
    }

    /// Expects the sound in front and the whole size, with a hole for the rest.
    private func expectWhole(_ audio: String, _ sound: String) async throws {
        let numbers = try await Subprocess.run("/usr/bin/stat", ["-c", "%s", audio, sound]).succeeded().lines.compactMap { Int64($0) }
        #expect(numbers.first == Self.size)
        #expect(try await Subprocess.run("/usr/bin/cmp", ["-n", "\(numbers.last ?? 0)", audio, sound]).code == 0)
    }
}
