// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// `tallylight` where a recorder runs, or where there is no bus or no terminal.
@Suite("Terminals of every kind", .serialized, .crowded, .timeLimit(.minutes(5)))
struct AttachedTerminalTests {
    private static let noise = SoundComparison.noise(seconds: 0.5)

    private func attach(_ body: @escaping @LoopActor (Desk, Subprocess, Seat, PseudoTerminal) async throws -> Void) async throws {
        let engine = StandInEngine()
        let microphone = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: microphone, extra: engine.environment) { desk in
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            try await desk.say(Self.noise, into: microphone)
            try await Seat.use(on: desk) { seat, terminal in
                try await seat.shows("● Recording")
                try await body(desk, recorder, seat, terminal)
            }
            guard let audio = desk.audio else { return }
            #expect(try await desk.holds(Self.noise, in: audio))
        }
    }

    @Test(arguments: ["q", "\u{3}"])
    func `C071: leaving an attached terminal changes nothing for the take`(_ key: String) async throws {
        try await attach { desk, _, seat, terminal in
            terminal.type(key)
            try await seat.ends(with: 0)
            #expect(terminal.screen.contains("The take goes on."))
            let state = try await desk.status("state")
            #expect(state == "recording")
            #expect(try await desk.ask("finish", "--wait") == "\(StandInEngine.words)\n")
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGQUIT])
    func `an attached terminal that a signal ends is given back, and the take goes on`(_ signal: Int32) async throws {
        try await attach { desk, _, seat, _ in
            kill(try await seat.process(), signal)
            try await seat.ends(with: 128 + signal)
            #expect(try await desk.status("state") == "recording")
            try await desk.ask("finish", "--wait")
        }
    }

    @Test(arguments: ["kill", "hang-up"])
    func `an attached terminal that dies leaves the take as it is`(_ how: String) async throws {
        try await attach { desk, _, seat, terminal in
            let before = try await desk.ask("status", "--json")
            let process = try await seat.process()
            if how == "kill" {
                kill(process, SIGKILL)
                try await seat.shows("code 137.")
            } else {
                let client = try await Subprocess.start("/usr/bin/tail", ["--pid=\(process)", "-f", "/dev/null"])
                seat.hangUp()
                _ = try await client.finish()
            }
            let after = try await desk.ask("status", "--json")
            for key in ["state", "session", "interrupted"] { #expect(after.json(key) == before.json(key)) }
            try await desk.ask("finish", "--wait")
        }
    }

    @Test
    func `a recorder that is killed ends its attached terminal with 4 and a sentence`() async throws {
        try await attach { desk, recorder, seat, terminal in
            recorder.send(SIGKILL)
            try await seat.ends(with: 4)
            #expect(terminal.screen.lines.contains { $0.contains("recorder") })
            // Whose take is not lost either.
            _ = try await desk.startRecorder()
            _ = try await desk.mendedAudio(of: try #require(desk.takes.first))
        }
    }

    @Test
    func `NO_COLOR takes the colours away`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            for (value, hasColour) in [("1", false), ("", true)] {
                try await Seat.use(on: desk, environment: ["NO_COLOR": value]) { seat, terminal in
                    try await seat.shows("● Recording")
                    let text = String(decoding: terminal.received, as: UTF8.self)
                    #expect(text.contains(/\e\[[0-9;]*[39][0-7][;m]/) == hasColour)
                    terminal.type("q")
                    try await seat.ends(with: 0)
                }
            }
        }
    }

    @Test
    func `without a bus the terminal records all the same, and says so`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe), hasBus: false) { desk in
            try await Seat.use(on: desk) { seat, terminal in
                try await seat.until("that it is ready without a bus") { $0.contains("○ Ready") && $0.contains("There is no session bus") }
                terminal.type(" ")
                try await seat.shows("● Recording")
                terminal.resize(columns: 80, rows: 9)
                try await seat.shows("Recording  0:01")
                terminal.type("q")
                try await seat.shows("A take is open.")
                terminal.type("s")
                try await seat.ends(with: 0)
            }
            let audio = try #require(desk.recordings.first)
            // The clock that was shown may be a quarter of a second ahead of the audio before it is anchored anew.
            #expect(try await SoundComparison.decode(audio).count >= 36_000)
        }
    }

    @Test
    func `C051: the bus dies under a terminal's recorder: it says so, and the take is saved from there`() async throws {
        let microphone = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: microphone) { desk in
            try await Seat.use(on: desk) { seat, terminal in
                try await seat.shows("○ Ready")
                terminal.type(" ")
                try await seat.shows("● Recording")
                try await desk.say(Self.noise, into: microphone)
                let bus = try #require(desk.bus)
                bus.kill()
                try await seat.shows("The session bus is gone")
                let successor = try PrivateBus(in: bus.folder)
                defer { successor.kill() }
                try await seat.shows("The session bus is back.")
                #expect(try await desk.status("state") == "recording")
                terminal.type("qs")
                try await seat.ends(with: 0)
            }
            #expect(try await desk.holds(Self.noise, in: desk.recordings.first))
        }
    }

    @Test
    func `C137: without a terminal there is one line and 1, whatever is missing, and no file`() async throws {
        try await Desk.use { desk in
            let terminal = try await onLoop { PseudoTerminal() }
            let real = SubprocessStream.file(terminal.path)
            let table: [(SubprocessStream, SubprocessStream, [String: String])] = [
                (.null, .pipe, [:]), (.null, real, [:]), (real, .pipe, [:]), (.closed, .closed, [:]), (.closed, real, [:]), (real, real, ["TERM": "dumb"]), (real, real, ["TERM": ""]),
            ]
            for program in ["tallylight", "tallylight-recorder --terminal"].map({ $0.split(separator: " ").map(String.init) }) {
                for (input, output, variables) in table {
                    let result = try await Subprocess.start(
                        "\(Desk.programs)/\(program[0])", Array(program.dropFirst()), environment: desk.environment.merging(variables) { $1 }, input: input, output: output
                    ).finish()
                    #expect(result.code == 1 && result.output.isEmpty, "\(program) \(input) \(output) \(variables): \(result.ending)")
                    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
                }
            }
            let piped = try await Subprocess.run("/bin/sh", ["-c", "echo q | '\(Desk.programs)/tallylight' | cat"], environment: desk.environment)
            #expect(piped.output.isEmpty && !piped.errors.isEmpty)
            try await onLoop {
                #expect(terminal.received.isEmpty)
                terminal.close()
            }
            #expect(desk.files(".local").isEmpty)
            // Nothing is asked for where nobody could answer.
            #expect(try await desk.tallylight("discard").code == 4)
        }
    }
}
