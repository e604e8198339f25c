// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// A whole take with the programs as a user gets them: a real bus, a real sound server, a real engine, real speech.
@Suite("A take from speech to text", .crowded, .timeLimit(.minutes(5)))
struct FlowTests {
    /// What is the same whoever gives the commands: `start`, the speech, `finish`, and what then lies on the disk.
    private func record(on desk: Desk, start: () async throws -> Void, finish: () async throws -> Void) async throws {
        let speech = try await Speech.load()
        try await start()
        let player = try await #require(desk.sound).play(speech.samples)
        #expect(try await player.finish().code == 0)
        try await finish()
        let audio = try #require(desk.recordings.first ?? desk.takes.first.map { desk.home.file(".local/share/tallylight/takes/\($0)/audio.flac") })
        let recorded = try await SoundComparison.decode(audio)
        let match = SoundComparison.alignment(of: speech.samples, in: recorded)
        #expect(match.correlation > 0.99, "what was recorded is not what was played")
        #expect(recorded.count >= speech.samples.count)
    }

    @Test
    func `with the command line only`() async throws {
        try await Desk.use(sound: PrivatePulse.start()) { desk in
            _ = try await desk.startRecorder()
            var text = ""
            try await record(on: desk) {
                try await desk.ask("start")
            } finish: {
                text = try await desk.ask("finish", "--wait", within: .seconds(60))
            }
            #expect(text.lowercased().contains("young man"))
        }
    }

    @Test(arguments: ["busctl", "gdbus"])
    func `with a bus tool only`(_ tool: String) async throws {
        let object = ["org.tallylight.Recorder1", "/org/tallylight/Recorder1"]
        try await Desk.use(sound: PrivatePulse.start()) { desk in
            func call(_ method: String) async throws {
                let arguments =
                    tool == "busctl"
                    ? ["--user", "call"] + object + ["org.tallylight.Recorder1", method]
                    : ["call", "--session", "--dest", object[0], "--object-path", object[1], "--method", "org.tallylight.Recorder1.\(method)"]
                let result = try await Subprocess.run("/usr/bin/\(tool)", arguments, environment: desk.environment)
                #expect(result.code == 0, "\(result.errors)")
            }
            _ = try await desk.startRecorder()
            try await record(on: desk) {
                try await call("Toggle")
            } finish: {
                let watch = try await desk.start("tallylight", ["watch", "--json"])
                try await call("Toggle")
                try await call("Process")
                try await watch.output(containing: "\"outcome\":\"transcribed\"", within: .seconds(60))
            }
        }
    }
}
