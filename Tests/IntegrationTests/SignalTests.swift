// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// What signals do to a recorder in each state of the flow: a whole command, or nothing.
@Suite("Signals", .serialized, .crowded, .timeLimit(.minutes(5)))
struct SignalTests {
    /// What was said into a take before a signal came.
    private static let noise = SoundComparison.noise(seconds: 1)

    /// A desk whose recorder is in `state`, with ``noise`` in the take if one is open.
    private func with(_ state: String, _ body: (Desk, Subprocess, StandInEngine) async throws -> Void) async throws {
        let engine = StandInEngine.held()
        let microphone = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: microphone, extra: engine.environment) { desk in
            let recorder = try await desk.startRecorder()
            if state != "notRecording" {
                try await desk.ask("start")
                try await desk.say(Self.noise, into: microphone)
            }
            if state == "paused" { try await desk.ask("pause") }
            if state == "processing" { try await desk.ask("finish") }
            #expect(try await desk.status("state") == state)
            try await body(desk, recorder, engine)
        }
    }

    @Test(arguments: ["notRecording", "recording", "paused", "processing"], [SIGTERM, SIGINT, SIGQUIT])
    func `a signal to end saves the audio and is obeyed within five seconds`(_ state: String, _ signal: Int32) async throws {
        try await with(state) { desk, recorder, _ in
            let watch = try await desk.follow()
            try await watch.until(state)
            await recorder.send(signal)
            let result = try await recorder.finish(within: .seconds(5))
            #expect(result.ending == .signalled(signal), "\(result.errors)")
            #expect(try await watch.process.finish().code == 4)
            // It waits for its text.
            #expect(desk.takes.count == (state == "notRecording" ? 0 : 1))
            guard state != "notRecording" else { return #expect(desk.files("Documents").isEmpty) }
            #expect(await watch.process.outputSoFar.contains("\"outcome\":\"failed\""))
            #expect(desk.files("Documents/Tallylight").count == 1)
            #expect(try await desk.holds(Self.noise, in: desk.recordings.first))
        }
    }

    @Test
    func `a hang-up with nothing open ends a recorder`() async throws {
        try await with("notRecording") { desk, recorder, _ in
            await recorder.send(SIGHUP)
            let result = try await recorder.finish(within: .seconds(5))
            #expect(result.ending == .exited(0), "\(result.errors)")
            #expect(desk.files("Documents").isEmpty)
        }
    }

    @Test(arguments: ["recording", "paused", "processing"])
    func `a hang-up with a take open pauses it, and the recorder lives on as a service`(_ state: String) async throws {
        try await with(state) { desk, recorder, engine in
            let session = try await desk.status("session")
            await recorder.send(SIGHUP)
            let watch = try await desk.follow()
            let line = try await watch.until("\"state\":\"\(state == "processing" ? "processing" : "paused")\"")
            #expect(line.json("session") == session)
            await watch.process.terminate()
            engine.release()
            if state != "processing" { #expect(try await desk.ask("finish", "--wait") == "\(StandInEngine.words)\n") }
            try await desk.follow().until("\"outcome\":\"transcribed\"")
            #expect(try await desk.holds(Self.noise, in: desk.audio))
            try await desk.ask("quit")
            #expect(try await recorder.finish(within: .seconds(5)).ending == .exited(0))
        }
    }

    @Test(arguments: ["recording", "paused", "processing"])
    func `at a logout the bus goes, then the terminal, then the session: the audio is with the documents, and the take waits for its text`(_ state: String) async throws {
        try await with(state) { desk, recorder, _ in
            desk.bus?.kill()
            await recorder.send(SIGHUP)
            await recorder.send(SIGTERM)
            let result = try await recorder.finish(within: .seconds(5))
            // Which of the two comes first is for the kernel to say.
            #expect(result.ending == .signalled(SIGTERM) || result.ending == .exited(1), "\(result.ending): \(result.errors)")
            #expect(desk.takes.count == 1)
            #expect(try await desk.holds(Self.noise, in: desk.recordings.first))
        }
    }

    @Test(arguments: ["recording", "paused", "processing"], [SIGABRT, SIGSEGV, SIGKILL])
    func `a recorder that a library aborts, that crashes or that the kernel kills leaves a whole take to the next one`(_ state: String, _ signal: Int32) async throws {
        // What is said into a microphone has no business in a core dump of the tests.
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), [rlimit()])
        try await with(state) { desk, recorder, engine in
            let session = try await desk.status("session")
            await recorder.send(signal)
            #expect(try await recorder.finish(within: .seconds(5)).ending == .signalled(signal))
            #expect(try await desk.tallylight("status").code == 4)
            engine.release()
            _ = try await desk.startRecorder()
            #expect(try await desk.statusLine().contains("\"kept\":[\"\(session)\"]"))
            #expect(try await desk.ask("process", "--wait", "--session", session) == "\(StandInEngine.words)\n")
            #expect(try await desk.holds(Self.noise, in: desk.audio))
        }
    }

    @Test
    func `a recorder that gets no more memory dies at once or lives, and the take is whole`() async throws {
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), [rlimit()])
        try await with("recording") { desk, recorder, engine in
            let session = try await desk.status("session")
            try await desk.run("prlimit", "--pid", "\(recorder.identifier)", "--as=1000000").succeeded()
            // Each of them takes some, until there is none left.
            for number in 0..<20 { _ = try await desk.tallylight("title", "--session", session, String(repeating: "\(number)", count: 10_000)) }
            await recorder.send(SIGKILL)
            let ending = try await recorder.finish(within: .seconds(5)).ending
            print("memory: a recorder that gets no more ended with \(ending)")
            engine.release()
            _ = try await desk.startRecorder()
            #expect(try await desk.statusLine().contains("\"kept\":[\"\(session)\"]"))
            #expect(try await desk.holds(Self.noise, in: desk.audio(of: session)))
        }
    }

    @Test(arguments: ["notRecording", "recording", "paused", "processing"])
    func `C069: signals that mean nothing change nothing, and the take then finishes`(_ state: String) async throws {
        try await with(state) { desk, recorder, engine in
            let before = try await desk.ask("status", "--json")
            for signal in [SIGUSR1, SIGUSR2, SIGWINCH, SIGPIPE, SIGCONT, SIGALRM] {
                await recorder.send(signal)
            }
            // Answered after them: signals that are pending are taken before anything else.
            let after = try await desk.ask("status", "--json")
            for key in ["state", "session", "interrupted", "last_result"] {
                #expect(after.json(key) == before.json(key), "\(key)")
            }
            engine.release()
            if state == "notRecording" { try await desk.ask("start") }
            if state != "processing" { try await desk.ask("finish") }
            try await desk.follow().until("\"outcome\":")
            let audio = desk.audio
            #expect(audio != nil)
            if state != "notRecording" { #expect(try await desk.holds(Self.noise, in: audio)) }
        }
    }
}
