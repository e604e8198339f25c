// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import Glibc
import RecorderService
import TestSupport
import Testing

@testable import CommandLine

/// The real binary and a recorder on a bus: a real model and service on fake ports.
@Suite("tallylight and a recorder", .timeLimit(.minutes(1)))
struct ServedProgramTests {
    @Test
    func `C145: a take from start to text by commands alone`() async throws {
        try await withServedRecorder { rig, _ in
            #expect(try await rig.run("status").output == "Not recording\n")
            #expect(try await rig.run("toggle").output.hasPrefix("Recording  "))
            let status = try await rig.run("status --json")
            #expect(status.output.hasPrefix("{\"state\":\"recording\",\"session\":\""))
            #expect(status.output.contains("\"source\":\"Fake Microphone\""))
            #expect(try await rig.run(["title", "Überschrift"]).code == 0)
            #expect(try await rig.run("toggle").output.hasPrefix("Paused  "))
            let finished = try await rig.run("finish --wait")
            #expect(finished.ending == .exited(0))
            #expect(finished.output == "hello\n")
            #expect(finished.errors == "")
            #expect(try await rig.run("transcript").output == "hello\n")
        }
    }

    @Test
    func `C145: the state for scripts is JSON that parsers take`() async throws {
        try await withServedRecorder { rig, recorder in
            _ = try await rig.run("start")
            _ = try await recorder.commander.setTitle("\u{202E}\"\\ü", of: recorder.commander.activity().session)
            let status = try await rig.run("status --json")
            let child = try await Subprocess.start("/usr/bin/env", ["jq", "-r", ".state, (.anchor_timestamp_monotonic | type), .title"], input: .pipe)
            await child.write(status.output)
            await child.closeInput()
            #expect(try await child.finish().output == "recording\nnumber\n\u{202E}\"\\ü\n")
        }
    }

    @Test
    func `C147: a key that is held sends start and finish, in any order`() async throws {
        try await withServedRecorder { rig, recorder in
            #expect(try await rig.run("finish").code == 3)
            for line in ["start", "start", "finish", "finish"] {
                let result = try await rig.run(line)
                #expect(result.code == 0 || (line == "finish" && result.code == 3), "\(line): \(result.errors)")
            }
            #expect(try await recorder.commander.activity().state != .recording)
            #expect(recorder.capture.calls == [.start, .pause, .stop])
        }
    }

    @Test
    func `what is refused is 3, with the recorder's sentence`() async throws {
        try await withServedRecorder { rig, _ in
            for words in [["pause"], ["discard"], ["toggle", "--session", "stale"]] {
                let result = try await rig.run(words)
                #expect(result.code == 3)
                #expect(result.output == "")
                #expect(result.errors.split(separator: "\n").count == 1)
            }
            _ = try await rig.run("start")
            #expect(try await rig.run(["toggle", "--session", ""]).code == 3)
            #expect(try await rig.run("quit").code == 3)
            #expect(try await rig.run("transcript nonsense").code == 1)
        }
    }

    @Test
    func `no speech is an empty output and success, a failure is 1`() async throws {
        let transcriber = FakeTranscriber(text: "")
        try await withServedRecorder(transcriber: transcriber) { rig, _ in
            _ = try await rig.run("start")
            let silent = try await rig.run("finish --wait")
            #expect((silent.code, silent.output, silent.errors) == (0, "", "tallylight: No speech was recognised.\n"))
            transcriber.answer(.failure(RecordingError(.transcriptionFailed, "The engine crashed.")))
            _ = try await rig.run("start")
            let failed = try await rig.run("finish --wait")
            #expect((failed.code, failed.output, failed.errors) == (1, "", "tallylight: The engine crashed.\n"))
            transcriber.answer(.success("hello"))
            let kept = try await rig.run("status --json").output.split(separator: "\"kept\":[\"").last?.prefix { $0 != "\"" }
            #expect(try await rig.run(["process", "--wait", "--session", String(kept ?? "")]).output == "hello\n")
        }
    }

    @Test
    func `discarding what is waited for is 3, and recover brings it back`() async throws {
        let transcriber = FakeTranscriber(gate: Gate())
        try await withServedRecorder(transcriber: transcriber) { rig, recorder in
            _ = try await rig.run("start")
            let waiting = try await rig.start("finish --wait")
            for await activity in try await recorder.commander.activities() where activity.state == .processing { break }
            #expect(try await rig.run("discard").code == 0)
            let result = try await waiting.finish()
            #expect(result.code == 3)
            #expect(result.output == "")
            let recovered = try await rig.run("recover")
            #expect(recovered.code == 0)
            #expect(try await recorder.commander.activity().kept.map(\.rawValue) == recovered.lines)
        }
    }

    // MARK: watch

    @Test
    func `watch prints a line for each change, and ends with 4 when the recorder does`() async throws {
        try await withServedRecorder { rig, recorder in
            let watching = try await rig.start("watch")
            #expect(try await watching.nextLine() == "Not recording")
            _ = try await recorder.commander.perform(.start, session: nil)
            #expect(try await watching.nextLine().hasPrefix("Recording  "))
            _ = try await recorder.commander.perform(.pause, session: nil)
            #expect(try await watching.nextLine() == "Paused  0:00  Fake Microphone")
            await recorder.vanish()
            let result = try await watching.finish()
            #expect(result.code == 4)
            #expect(result.errors.hasPrefix("tallylight: "))
            #expect(result.lines.count == 3)
        }
    }

    @Test
    func `watch ends when its reader does, though nothing changes`() async throws {
        try await withServedRecorder { rig, _ in
            let result = try await Subprocess.run("/bin/sh", ["-c", "{ \"$0\" watch --json; echo $? >&2; } | head -n 1", rig.program], environment: rig.environment)
            #expect(result.errors == "0\n")
            #expect(result.lines.count == 1)
        }
    }

    @Test
    func `a signal ends it as signals do`() async throws {
        try await withServedRecorder { rig, _ in
            for signal in [SIGINT, SIGTERM, SIGHUP] {
                let watching = try await rig.start("watch")
                _ = try await watching.nextLine()
                await watching.send(signal)
                let result = try await watching.finish()
                #expect(result.code == 128 + signal)
                #expect(result.errors == "")
            }
        }
    }

    // MARK: A recorder that is gone, or hangs

    @Test
    func `C067: what the recorder did is forgotten with it`() async throws {
        try await withServedRecorder { rig, recorder in
            _ = try await rig.run("start")
            await recorder.vanish()
            let result = try await rig.run("status")
            #expect(result.code == 4)
            #expect(result.output == "")
        }
    }

    @Test
    func `something else under the recorder's name is 5`() async throws {
        try await withPrivateConnection { bus, connection in
            #expect(try await connection.requestName(RecorderNames.bus))
            let result = try await ProgramRig(bus: bus, program: Subprocess.product("tallylight")).run("status")
            #expect(result.code == 5)
            #expect(result.output == "")
        }
    }

    // MARK: The panel

    @Test
    func `the panel attaches to the recorder, and leaving it changes nothing`() async throws {
        try await withServedRecorder { rig, recorder in
            _ = try await recorder.commander.perform(.start, session: nil)
            let terminal = try await onLoop { PseudoTerminal() }
            var environment = rig.environment
            environment["TERM"] = "xterm"
            let panel = try await Subprocess.start(
                rig.program, environment: environment, input: .file(terminal.path), output: .file(terminal.path), isSessionLeader: true)
            await terminal.shows("Recording")
            await terminal.type("q")
            let result = try await panel.finish()
            #expect(result.code == 0)
            #expect(result.errors == "")
            #expect(try await recorder.commander.activity().state == .recording)
            await terminal.close()
        }
    }

    @Test
    func `flags for a recorder are refused while one is running`() async throws {
        try await withServedRecorder { rig, _ in
            let terminal = try await onLoop { PseudoTerminal() }
            var environment = rig.environment
            environment["TERM"] = "xterm"
            let result = try await Subprocess.run(
                rig.program, ["--device", "x"], environment: environment, input: .file(terminal.path), output: .file(terminal.path))
            #expect(result.code == 3)
            #expect(result.errors.contains("running already"))
            await terminal.close()
        }
    }
}
