// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import CommandLine

/// `watch` for bars, with the real binary and recorders and buses that come and go.
@Suite("watch for bars", .timeLimit(.minutes(1)))
struct BarWatchTests {
    @Test
    func `no recorder is a line, and the recorder that comes, goes and comes again is shown`() async throws {
        try await withProgram { rig in
            let recorder = try await ServedRecorder(on: rig.bus)
            let watching = try await rig.start("watch --format waybar")
            #expect(try await watching.nextLine().contains(#""class":["notRecording","absent"]"#))
            try await recorder.appear()
            #expect(try await watching.nextLine().contains(#""class":["notRecording"]"#))
            _ = try await recorder.commander.perform(.start, session: nil)
            #expect(try await watching.nextLine().hasPrefix(#"{"text":"● "#))
            await recorder.vanish()
            try await watching.skip { !$0.contains("absent") }
            try await recorder.appear()
            #expect(try await watching.nextLine().hasPrefix(#"{"text":"● "#))
            await watching.send(SIGTERM)
            let result = try await watching.finish()
            #expect(result.ending == .signalled(SIGTERM))
            #expect(result.errors == "")
            await recorder.vanish()
        }
    }

    @Test
    func `plain lines and JSON follow as bars do, and have a line for no recorder`() async throws {
        try await withProgram { rig in
            let recorder = try await ServedRecorder(on: rig.bus)
            let (plain, json) = (try await rig.start("watch --format plain"), try await rig.start("watch --format json"))
            #expect(try await plain.nextLine().hasPrefix("No recorder is running."))
            #expect(try await json.nextLine().hasPrefix(#"{"state":null,"error_name":"NotRunning","error_message":"No recorder is running."#))
            try await recorder.appear()
            #expect(try await plain.nextLine() == "Not recording")
            #expect(try await json.nextLine().hasPrefix(#"{"state":"notRecording","#))
            _ = try await recorder.commander.perform(.start, session: nil)
            for _ in 1...2 {
                #expect(try await plain.nextLine().hasPrefix("Recording  "))
                #expect(try await json.nextLine().hasPrefix(#"{"state":"recording","#))
            }
            await recorder.vanish()
            #expect(try await plain.skip { $0.hasPrefix("Recording") }.hasPrefix("No recorder is running."))
            #expect(try await json.skip { $0.hasPrefix(#"{"state":"recording"#) }.hasPrefix(#"{"state":null,"#))
            for watching in [plain, json] {
                await watching.send(SIGTERM)
                _ = try await watching.finish()
            }
        }
    }

    @Test
    func `the bus may be away at first, and go and come`() async throws {
        try await withPrivateBus { bus in
            let rig = ProgramRig(bus: bus, program: Subprocess.product("tallylight"))
            bus.kill()
            let watching = try await rig.start("watch --format waybar")
            #expect(try await watching.nextLine().contains("The session bus cannot be reached."))
            for _ in 1...2 {
                let successor = try PrivateBus(in: bus.folder)
                #expect(try await watching.nextLine().contains("No recorder is running."))
                successor.kill()
                #expect(try await watching.nextLine().contains("The session bus cannot be reached."))
            }
            await watching.send(SIGTERM)
            #expect(try await watching.finish().errors == "")
        }
    }

    @Test
    func `a reader that leaves is noticed, with and without a recorder, though nothing changes`() async throws {
        try await withServedRecorder { rig, recorder in
            for format in ["plain", "json", "waybar", "i3blocks", "polybar", "tmux"] {
                let result = try await Subprocess.run(
                    "/bin/sh", ["-c", "{ \"$0\" watch --format \(format); echo $? >&2; } | head -n 1", rig.program], environment: rig.environment)
                #expect(result.errors == "0\n")
            }
            await recorder.vanish()
            let result = try await Subprocess.run("/bin/sh", ["-c", "{ \"$0\" watch --format tmux; echo $? >&2; } | head -n 1", rig.program], environment: rig.environment)
            #expect(result.errors == "0\n")
        }
    }

    @Test
    func `while the time runs there is a line each second, and none while it stands`() async throws {
        try await withServedRecorder { rig, recorder in
            let watching = try await rig.start("watch --format polybar")
            #expect(try await watching.nextLine() == "")
            _ = try await recorder.commander.perform(.start, session: nil)
            var lines = [try await watching.nextLine(), try await watching.nextLine()]
            #expect(lines[0].hasPrefix("● ") && lines[1].hasPrefix("● ") && lines[0] != lines[1], "\(lines)")
            _ = try await recorder.commander.perform(.pause, session: nil)
            lines.append(try await watching.skip { $0.hasPrefix("● ") })
            #expect(lines[2].hasPrefix("❚❚ "))
            // A title is a line at once; no other stands before it, whatever time has passed.
            _ = try await recorder.commander.setTitle("a#b", of: recorder.commander.activity().session)
            #expect(try await watching.nextLine() == "\(lines[2]) a#b")
            await watching.send(SIGTERM)
            _ = try await watching.finish()
        }
    }

    @Test
    func `clicks that a bar sends are swallowed`() async throws {
        try await withServedRecorder { rig, recorder in
            let watching = try await rig.start("watch --format i3blocks", input: .pipe)
            #expect(try await watching.nextLine().hasPrefix("{\"full_text\":\"\""))
            // Far more than a pipe holds.
            await watching.write(String(repeating: "{\"button\":1}\n", count: 20_000))
            await watching.closeInput()
            _ = try await recorder.commander.perform(.start, session: nil)
            #expect(try await watching.nextLine().hasPrefix("{\"full_text\":\"● "))
            await watching.send(SIGTERM)
            _ = try await watching.finish()
        }
    }

    @Test
    func `C145: a bar that only polls has the same line, and one when no recorder runs`() async throws {
        try await withServedRecorder { rig, recorder in
            _ = try await rig.run("start")
            #expect(try await rig.run("status --format tmux").output.hasPrefix("● "))
            await recorder.vanish()
            let result = try await rig.run("status --format waybar")
            #expect(result.code == 0)
            #expect(result.output.contains("\"absent\""))
            #expect(result.errors == "")
            #expect(try await rig.run("status --format json").code == 4)
        }
    }

    @Test
    func `a bus address that can never be one is an error`() async throws {
        let result = try await Subprocess.run(Subprocess.product("tallylight"), ["watch", "--format", "waybar"], environment: ["DBUS_SESSION_BUS_ADDRESS": "nonsense"])
        #expect(result.code == 1)
        #expect(result.errors.hasPrefix("tallylight: DBUS_SESSION_BUS_ADDRESS"))
    }
}

extension Subprocess {
    /// Reads lines as long as they are as `isBefore` says, and returns the first that is not.
    @discardableResult
    fileprivate func skip(while isBefore: (String) -> Bool) async throws -> String {
        var line = try await nextLine()
        while isBefore(line) { line = try await nextLine() }
        return line
    }
}
