// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import RecorderService
import Recording
import TestSupport

/// A real model on fake ports, on a bus of its own, as the program under test meets it.
struct ServedRecorder: Sendable {
    let bus: PrivateBus
    let capture: FakeCapture
    let transcriber: FakeTranscriber
    let commander: RecordingCommander
    private let presence: BusPresence

    init(on bus: PrivateBus, transcriber: FakeTranscriber = FakeTranscriber()) async throws {
        self.bus = bus
        let faked = await FakedRecorder(transcriber: transcriber)
        let recorder = faked.recorder
        (capture, self.transcriber, commander) = (faked.capture, transcriber, faked.commander)
        let object = RecorderObject(showing: faked.activity, version: "1.2.3")
        await recorder.attach(object)
        await recorder.attach(commander)
        await recorder.listen()
        presence = try await BusPresence(of: object, commanding: commander, at: bus.address)
    }

    /// Puts it on the bus.
    func appear() async throws { try await presence.open() }

    /// Takes it from the bus, as when its process ends.
    func vanish() async { await presence.close() }
}

/// The program under test, on a bus of its own.
struct ProgramRig: Sendable {
    let bus: PrivateBus
    let program: String

    var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": bus.addressText, "HOME": bus.folder, "LANG": "C.UTF-8"] }

    /// Runs a command line, separated by blanks, to its end.
    func run(_ line: String, output: SubprocessStream = .pipe) async throws -> SubprocessResult {
        try await run(line.split(separator: " ").map(String.init), output: output)
    }

    func run(_ words: [String], input: SubprocessStream = .null, output: SubprocessStream = .pipe, errors: SubprocessStream = .pipe) async throws -> SubprocessResult {
        try await Subprocess.run(program, words, environment: environment, input: input, output: output, errors: errors)
    }

    func start(_ line: String, input: SubprocessStream = .null, output: SubprocessStream = .pipe) async throws -> Subprocess {
        try await Subprocess.start(program, line.split(separator: " ").map(String.init), environment: environment, input: input, output: output)
    }
}

/// Runs `body` with the program and a bus without a recorder.
func withProgram(_ body: (ProgramRig) async throws -> Void) async throws {
    try await withPrivateBus { bus in
        try await body(ProgramRig(bus: bus, program: Subprocess.product("tallylight")))
    }
}

/// Runs `body` with the program and a recorder it can reach.
func withServedRecorder(transcriber: FakeTranscriber = FakeTranscriber(), _ body: (ProgramRig, ServedRecorder) async throws -> Void) async throws {
    try await withProgram { rig in
        let recorder = try await ServedRecorder(on: rig.bus, transcriber: transcriber)
        try await recorder.appear()
        do {
            try await body(rig, recorder)
            await recorder.vanish()
        } catch {
            await recorder.vanish()
            throw error
        }
    }
}
