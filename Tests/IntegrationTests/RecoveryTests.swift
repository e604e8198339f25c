// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// What a recorder that was killed has left, as a user meets it.
@Suite("Recovery", .crowded, .timeLimit(.minutes(3)))
struct RecoveryTests {
    @Test(arguments: [1, 30, 300])
    func `C105: killed after so many seconds, a take can be read as it is, and is whole and offered at the next start`(seconds: Int) async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        let second = SoundComparison.noise(seconds: 1)
        // In pieces: the server is given no more than it keeps for a client that has other things to do.
        let pieces = (seconds + 29) / 30
        let piece = [[Int16]](repeating: second, count: seconds / pieces).flatMap(\.self)
        try await Desk.use(sound: pulse) { desk in
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            for _ in 0..<pieces { try await desk.say(piece, into: pulse) }
            let told = try #require(Int(try await desk.status("current_usec"))) * 48 / 1000
            await recorder.send(SIGKILL)
            _ = try await recorder.finish()
            let session = try #require(desk.takes.first)
            // An independent reader, on the file as it was left.
            let left = try await SoundComparison.decode("\(desk.audio(of: session)).part").count
            // Its last second, and a quarter by which the published time may be ahead of the frames.
            #expect(told > seconds * 48_000 && left >= told - 60_000, "\(left) frames of \(told)")
            print("kill: after \(told / 48) ms \(max(0, told - left) / 48) ms are lost")
            _ = try await desk.startRecorder()
            let audio = try await desk.mendedAudio(of: session)
            #expect(try await desk.run("soxi", "-s", audio).output == "\(left)\n")
            #expect(try await desk.run("flac", "--test", "--silent", audio).code == 0)
            let list = try await desk.ask("recover", "--list", "--json")
            #expect(list.json("state") == "kept" && list.json("reason") == "crashed" && list.json("duration_usec") == "\(left * 1_000_000 / 48_000)")
        }
    }

    @Test(arguments: ["recording", "paused"])
    func `a take that was killed keeps its title and language; discarded by its session it comes back by name, or with all`(state: String) async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            let killed = try await desk.startRecorder()
            try await desk.ask("start")
            try await desk.say(SoundComparison.noise(seconds: 1), into: pulse)
            let session = try await desk.status("session")
            try await desk.ask("title", "An die Mutter")
            try await desk.ask("language", "de-CH")
            if state == "paused" { try await desk.ask("pause") }
            await killed.send(SIGKILL)
            _ = try await killed.finish()
            _ = try await desk.startRecorder()
            #expect(try await desk.status("kept").contains(session))
            _ = try await desk.mendedAudio(of: session)
            let list = try await desk.ask("recover", "--list", "--json")
            #expect(list.json("title") == "An die Mutter" && list.json("locale") == "de-CH" && list.json("reason") == "crashed")
            try await desk.ask("discard", "--session", session)
            #expect(try await desk.tallylight("process", "--session", session).code == 3)
            #expect(try await desk.ask("recover", "--list", "--json").json("state") == "discarded")
            #expect(try await desk.ask("recover", "--all") == "\(session)\n")
            try await desk.ask("discard", "--session", session)
            #expect(try await desk.ask("recover", session) == "\(session)\n")
            let back = try await desk.ask("recover", "--list")
            #expect(back.hasPrefix("\(session)  ") && back.contains("“An die Mutter”") && back.hasSuffix("kept: it was discarded and brought back\n"))
            #expect(try await desk.tallylight("recover", "--all").code == 1)
        }
    }

    @Test
    func `a take killed before its first frame is none, and nothing of it is left`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            let folder = desk.home.file(".local/share/tallylight/takes/20261130_140522_0123456789abcdef")
            try await Subprocess.run("/bin/mkdir", ["-p", folder]).succeeded()
            // What the encoder has written by then, and a part of the first frame.
            let whole = desk.home.file("whole.flac")
            try await desk.run("sox", "-n", "-r", "48000", "-b", "16", "-c", "1", whole, "synth", "0.05", "noise").succeeded()
            try await desk.run("dd", "if=\(whole)", "of=\(folder)/audio.flac.part", "bs=1", "count=500").succeeded()
            _ = try await desk.startRecorder()
            #expect(try await desk.statusLine().contains("\"kept\":[]"))
            #expect(desk.takes.isEmpty)
            let list = try await desk.tallylight("recover", "--list")
            #expect(list.code == 0 && list.output.isEmpty && !list.errors.isEmpty)
        }
    }
}
