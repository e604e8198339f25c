// SPDX-License-Identifier: MIT

import Commanding
import TestSupport
import Testing

@testable import CommandLine

/// The real binary where there is no recorder.
@Suite("tallylight alone", .timeLimit(.minutes(1)))
struct ProgramTests {
    private let program = Subprocess.product("tallylight")

    @Test
    func `help and the version need nothing`() async throws {
        let help = try await Subprocess.run(program, ["help"])
        #expect(help.code == 0)
        #expect(help.errors == "")
        #expect(help.output == HelpText.page(.panel, of: .client) + "\n")
        #expect(try await Subprocess.run(program, ["--version"]).output == "tallylight \(Product.version)\n")
        #expect(try await Subprocess.run(program, ["version"]).output == "tallylight \(Product.version)\n")
        #expect(try await Subprocess.run(program, ["status", "-h"]).output == HelpText.page(.status, of: .client) + "\n")
    }

    @Test(arguments: [["stauts"], ["status", "--wait"], ["title"], ["--session"]])
    func `a command line without meaning is one line and 2`(_ words: [String]) async throws {
        let result = try await Subprocess.run(program, words)
        #expect(result.code == 2)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("tallylight: "))
        #expect(result.errors.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    }

    @Test(arguments: ["status", "toggle", "start", "watch", "finish --wait", "quit"])
    func `without a bus it says which variable to set, and 1`(_ line: String) async throws {
        let result = try await Subprocess.run(program, line.split(separator: " ").map(String.init))
        #expect(result.code == 1)
        #expect(result.output == "")
        #expect(result.errors.contains("DBUS_SESSION_BUS_ADDRESS"))
        #expect(result.errors.contains("dbus-run-session"))
    }

    @Test(arguments: ["", "garbage", "unix:", "unix:path=/nonexistent", "unix:path=/tmp ", "unix:path=%zz"])
    func `C049: a useless address is said with the variable's name`(_ address: String) async throws {
        let result = try await Subprocess.run(program, ["status"], environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        #expect(result.code == 1)
        #expect(result.errors.contains("DBUS_SESSION_BUS_ADDRESS"), "\(result.errors)")
        #expect(result.lines == [])
    }

    @Test
    func `C047: a useful address connects whatever else it says`() async throws {
        try await withProgram { rig in
            let path = rig.bus.socketPath
            let guid = String(repeating: "0", count: 32)
            for address in [
                "unix:path=\(path),guid=\(guid)", "unix:guid=\(guid),path=\(path)", "unix:path=\(path),unknownkey=1", "unix:path=/nonexistent;unix:path=\(path)",
                "foo:bar=1;unix:path=\(path)", "unix:path=\(path);", ";unix:path=\(path)",
            ] {
                let result = try await Subprocess.run(program, ["status"], environment: ["DBUS_SESSION_BUS_ADDRESS": address])
                #expect(result.code == 4, "\(address): \(result.errors)")
            }
        }
    }

    @Test(arguments: ["status", "process", "discard", "pause", "resume", "finish --wait", "watch", "transcript", "title x", "recover", "quit", "toggle --session S"])
    func `C067: without a recorder it says so at once, and 4`(_ line: String) async throws {
        try await withProgram { rig in
            let result = try await rig.run(line)
            #expect(result.code == 4)
            #expect(result.output == "")
            #expect(result.errors.hasPrefix("tallylight: No recorder is running."))
        }
    }

    // MARK: Descriptors

    @Test(arguments: [["help"], ["--version"], ["status"], ["nonsense"], [], ["discard"], ["toggle", "--session", "S"]])
    func `C137: closed descriptors crash nothing`(_ words: [String]) async throws {
        try await withProgram { rig in
            let code = try await rig.run(words, input: .closed, output: .closed, errors: .closed).ending
            switch words.first {
            case "help", "--version": #expect(code == .exited(0))
            case "nonsense": #expect(code == .exited(2))
            case nil: #expect(code == .exited(1))
            default: #expect(code == .exited(4))
            }
        }
    }

    @Test
    func `C137: no socket becomes standard output`() async throws {
        let transcriber = FakeTranscriber(gate: Gate())
        try await withServedRecorder(transcriber: transcriber) { rig, recorder in
            _ = try await rig.run("start")
            // With all three closed, the first descriptors a program opens would be these.
            let waiting = try await Subprocess.start(rig.program, ["finish", "--wait"], environment: rig.environment, input: .closed, output: .closed, errors: .closed)
            for await activity in try await recorder.commander.activities() where activity.state == .processing { break }
            let descriptors = try await Subprocess.run("/bin/ls", ["-l", "/proc/\(waiting.identifier)/fd"])
            for number in 0...2 {
                #expect(descriptors.output.contains(" \(number) -> /dev/null\n"), "\(descriptors.output)")
            }
            transcriber.gate.open()
            #expect(try await waiting.finish().ending == .exited(0))
        }
    }

    @Test(arguments: ["help", "--version"])
    func `nobody who reads is no failure, a full disk is`(_ word: String) async throws {
        let closed = try await Subprocess.run("/bin/sh", ["-c", "{ \"$0\" \(word); echo $? >&2; } | true", program])
        #expect(closed.errors == "0\n")
        let full = try await Subprocess.run(program, [word], output: .file("/dev/full"))
        #expect(full.code == 1)
        #expect(full.errors.hasPrefix("tallylight: The output could not be written"))
    }

    // MARK: The panel

    @Test
    func `C137: without a terminal the panel is one line and 1`() async throws {
        for (input, output) in [(SubprocessStream.null, SubprocessStream.pipe), (.closed, .pipe), (.pipe, .pipe)] {
            let child = try await Subprocess.start(program, environment: ["TERM": "xterm"], input: input, output: output)
            await child.write("q")
            let result = try await child.finish()
            #expect(result.code == 1)
            #expect(result.output == "")
            #expect(result.errors.split(separator: "\n").count == 1)
            #expect(result.errors.hasPrefix("tallylight: Standard input is not a terminal"))
        }
    }

    @Test(arguments: ["dumb", ""])
    func `C137: a terminal that can show no panel is said, and 1`(_ type: String) async throws {
        let terminal = try await onLoop { PseudoTerminal() }
        let result = try await Subprocess.run(program, environment: type.isEmpty ? [:] : ["TERM": type], input: .file(terminal.path), output: .file(terminal.path))
        #expect(result.code == 1)
        #expect(result.errors.contains("TERM"))
        #expect(await terminal.received.isEmpty)
        await terminal.close()
    }

    @Test
    func `C139: what was typed comes back inert to a terminal`() async throws {
        let terminal = try await onLoop { PseudoTerminal() }
        _ = try await Subprocess.run(program, ["\u{1B}]52;c;cHduCg==\u{07}\u{202E}"], errors: .file(terminal.path))
        await terminal.shows("is not a command")
        #expect(await terminal.screen.strange.isEmpty)
        #expect(await !terminal.received.contains(0x1B))
        await terminal.close()
    }
}
