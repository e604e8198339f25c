// SPDX-License-Identifier: MIT

import Commanding
import Glibc
import TestSupport
import Testing

@testable import CommandLine

/// The real binary beside a recorder program of the test's own, which says how it was started.
private struct Installation {
    let rig: ProgramRig
    /// Where the recorder program writes to, once.
    let report: String

    /// Copies the binary into a folder of its own, with a recorder program beside it that runs `script`.
    init(in rig: ProgramRig, script: String) async throws {
        let folder = "\(rig.bus.folder)/bin"
        mkdir(folder, 0o700)
        _ = try await Subprocess.run("/bin/cp", [rig.program, "\(folder)/tallylight"])
        report = "\(rig.bus.folder)/report"
        mkfifo(report, 0o600)
        try write("#!/bin/sh\n\(script.replacing("REPORT", with: "'\(report)'"))\n", to: "\(folder)/tallylight-recorder")
        chmod("\(folder)/tallylight-recorder", 0o700)
        self.rig = ProgramRig(bus: rig.bus, program: "\(folder)/tallylight")
    }
}

private func write(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
}

/// What `SigIgn` of proc(5) says of SIGPIPE.
private func ignoresBrokenPipes(_ line: String) -> Bool {
    let mask = UInt64(line.split(separator: "\t").last ?? "", radix: 16) ?? .max
    return mask & 1 << (SIGPIPE - 1) != 0
}

@Suite("Launching", .timeLimit(.minutes(1)))
struct LaunchTests {
    @Test(arguments: ["toggle", "start"])
    func `C145: without a recorder one is started, detached from everything, and then asked`(_ command: String) async throws {
        try await withProgram { rig in
            // Number, group, session and terminal of the recorder's process, its arguments, descriptors, folder and ignored signals; then it goes on as a recorder would.
            let installed = try await Installation(
                in: rig,
                script: """
                    links=$(readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2 /proc/$$/cwd)
                    { cat /proc/$$/stat; echo $#; echo "$links"; grep SigIgn /proc/$$/status; } > REPORT
                    exec sleep 5
                    """)
            let recorder = try await ServedRecorder(on: rig.bus)
            let asking = try await installed.rig.start(command)
            let report = try await Subprocess.run("/bin/cat", [installed.report]).lines
            // The program knows its recorder by the name alone, so a model of this test can be it.
            try await recorder.appear()
            let result = try await asking.finish()
            #expect(result.code == 0, "\(result.errors)")
            #expect(result.output.hasPrefix("Recording  "))
            let stat = report[0].split(separator: ")")[1].split(separator: " ")
            let identifier = String(report[0].prefix { $0 != " " })
            #expect(stat[2] == identifier && stat[3] == identifier && stat[4] == "0", "a session of its own, without a terminal: \(report[0])")
            #expect(report[1] == "0")
            #expect(Array(report[2...5]) == ["/dev/null", "/dev/null", "/dev/null", "/"])
            #expect(!ignoresBrokenPipes(report[6]))
            kill(Int32(identifier) ?? 0, SIGKILL)
            await recorder.vanish()
        }
    }

    @Test
    func `a recorder that dies at once is reported with its code`() async throws {
        try await withProgram { rig in
            let installed = try await Installation(in: rig, script: "exit 7")
            let result = try await installed.rig.run("toggle")
            #expect(result.code == 1)
            #expect(result.errors == "tallylight: The recorder was started, but it ended at once (exit code 7). “tallylight serve” shows why.\n")
            let killed = try await Installation(in: rig, script: "kill -SEGV $$")
            #expect(try await killed.rig.run("toggle").errors.contains("(signal 11)"))
        }
    }

    @Test
    func `a recorder that finds another one first is no failure`() async throws {
        try await withProgram { rig in
            let installed = try await Installation(in: rig, script: "echo > REPORT; exit 3")
            let recorder = try await ServedRecorder(on: rig.bus)
            let asking = try await installed.rig.start("start")
            _ = try await Subprocess.run("/bin/cat", [installed.report])
            try await recorder.appear()
            #expect(try await asking.finish().code == 0)
            await recorder.vanish()
        }
    }

    @Test
    func `another recorder that has the folder and is on another bus is said`() async throws {
        try await withProgram { rig in
            let installed = try await Installation(in: rig, script: "exit 3")
            let result = try await installed.rig.run("toggle")
            #expect(result.code == 3)
            #expect(result.errors.contains("Another recorder keeps its takes in the same folder, and is not on this session bus."), "\(result.errors)")
        }
    }

    @Test
    func `where one is installed, the bus starts it`() async throws {
        try await withProgram { rig in
            let installed = try await Installation(in: rig, script: "exit 7")
            let report = "\(rig.bus.folder)/activated"
            mkfifo(report, 0o600)
            try write("#!/bin/sh\necho activated > '\(report)'; exec sleep 5\n", to: "\(rig.bus.folder)/service")
            chmod("\(rig.bus.folder)/service", 0o700)
            try write("[D-BUS Service]\nName=org.tallylight.Recorder1\nExec=\(rig.bus.folder)/service\n", to: "\(rig.bus.servicesFolder)/org.tallylight.Recorder1.service")
            let recorder = try await ServedRecorder(on: rig.bus)
            #expect(try await installed.rig.run("status").code == 4, "a question starts nothing")
            let asking = try await installed.rig.start("start")
            #expect(try await Subprocess.run("/bin/cat", [report]).output == "activated\n")
            try await recorder.appear()
            let result = try await asking.finish()
            #expect(result.code == 0, "\(result.errors)")
            await recorder.vanish()
        }
    }

    @Test
    func `a recorder the bus cannot start is said with the bus's reason, and 1`() async throws {
        try await withProgram { rig in
            try write("[D-BUS Service]\nName=org.tallylight.Recorder1\nExec=/bin/false\n", to: "\(rig.bus.servicesFolder)/org.tallylight.Recorder1.service")
            let result = try await rig.run("start")
            #expect(result.code == 1)
            #expect(result.errors.contains("could not be started through the session bus"))
            #expect(result.errors.contains("exited with status 1"), "\(result.errors)")
        }
    }

    @Test
    func `a window is opened by the terminal the user has named, else by one that is there`() async throws {
        try await withProgram { rig in
            for name in ["gnome-terminal", "foot", "own"] {
                try write("#!/bin/sh\nprintf '%s\\n' \(name) \"$@\"\n", to: "\(rig.bus.folder)/\(name)")
                chmod("\(rig.bus.folder)/\(name)", 0o700)
            }
            var environment = rig.environment.merging(["PATH": "relative:/nonexistent:\(rig.bus.folder)"]) { $1 }
            let words = ["--window", "--language", "de", "--device=-x"]
            let panel = [rig.program, "--device=-x", "--language=de"]
            let found = try await Subprocess.run(rig.program, words, environment: environment)
            #expect(found.lines == ["gnome-terminal", "--"] + panel)
            environment["TERMINAL"] = "foot"
            #expect(try await Subprocess.run(rig.program, words, environment: environment).lines == ["foot"] + panel)
            environment["TERMINAL"] = "\(rig.bus.folder)/own"
            #expect(try await Subprocess.run(rig.program, words, environment: environment).lines == ["own", "-e"] + panel)
            environment["TERMINAL"] = "gone"
            #expect(try await Subprocess.run(rig.program, words, environment: environment).lines == found.lines)
            environment["PATH"] = "/nonexistent"
            let none = try await Subprocess.run(rig.program, words, environment: environment)
            #expect(none.code == 1)
            #expect(none.errors == "tallylight: No terminal program was found. Install one, such as xterm, or name yours in the variable TERMINAL.\n")
        }
    }

    @Test
    func `without a recorder program it says which is missing, and 1`() async throws {
        try await withProgram { rig in
            let installed = try await Installation(in: rig, script: "exit 0")
            unlink("\(rig.bus.folder)/bin/tallylight-recorder")
            var environment = installed.rig.environment
            environment["PATH"] = "/nonexistent:relative:"
            for words in [["start"], ["serve"]] {
                let result = try await Subprocess.run(installed.rig.program, words, environment: environment)
                #expect(result.code == 1)
                #expect(result.errors == "tallylight: The program “tallylight-recorder” is neither beside “tallylight” nor on PATH. Install the two together.\n")
            }
        }
    }

    @Test
    func `C125: serve becomes the recorder, and hands every argument on as it is`() async throws {
        try await withProgram { rig in
            let installed = try await Installation(in: rig, script: "printf '%s\\n' $$ \"$@\"; grep SigIgn /proc/$$/status; exit 9")
            let device = "$(touch pwn) `id`; -o x"
            let child = try await Subprocess.start(
                installed.rig.program, ["serve", "--device", device, "--language", "de-CH", "--engine=e"], environment: rig.environment, directory: rig.bus.folder)
            let result = try await child.finish()
            #expect(result.code == 9)
            #expect(result.lines.dropLast() == ["\(child.identifier)", "--device=\(device)", "--language=de-CH", "--engine=e"])
            #expect(!ignoresBrokenPipes(result.lines.last ?? ""))
            #expect(access("\(rig.bus.folder)/pwn", F_OK) != 0)
        }
    }

    @Test
    func `the panel without a recorder becomes one that shows it, with or without a bus`() async throws {
        try await withProgram { rig in
            let installed = try await Installation(in: rig, script: "printf '%s\\n' \"$@\"; exit 9")
            for address in [rig.bus.addressText, "unix:path=/nonexistent"] {
                let terminal = try await onLoop { PseudoTerminal() }
                let result = try await Subprocess.run(
                    installed.rig.program, ["--device", "mic"], environment: ["DBUS_SESSION_BUS_ADDRESS": address, "TERM": "xterm"],
                    input: .file(terminal.path), output: .file(terminal.path))
                #expect(result.code == 9)
                await terminal.shows("--terminal")
                #expect(await terminal.screen.lines == ["--device=mic", "--terminal"])
                await terminal.close()
            }
        }
    }
}
