// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// A start that cannot succeed says so in time, with a name for scripts and a sentence for people, and leaves nothing behind.
@Suite("Bad days: the sound server at the start", .crowded, .timeLimit(.minutes(5)))
struct SoundServerTests {
    /// Expects a start to fail, and the recorder to be as it was before.
    private func refusal(on desk: Desk, name: String, saying words: String...) async throws {
        let watch = try await desk.changes()
        let clock = ContinuousClock()
        let start = clock.now
        let result = try await desk.call("Start")
        let duration = clock.now - start
        #expect(result.code != 0)
        #expect(result.errors.contains("org.tallylight.Recorder1.Error.\(name):"), "\(result.errors)")
        for word in words {
            #expect(result.errors.contains(word), "\(result.errors)")
        }
        // 3 s at most by the recorder's own clock; the rest is for a busy machine.
        #expect(duration < .seconds(6))
        try await remainsIdle(desk, watch)
    }

    private func remainsIdle(_ desk: Desk, _ watch: RecorderLog) async throws {
        #expect(try await desk.status("state") == "notRecording")
        #expect(await watch.lines.allSatisfy { $0.contains("\"state\":\"notRecording\"") })
        #expect(desk.files(".local/share/tallylight/takes").filter { $0 != ".discarded" }.isEmpty)
        #expect(desk.recordings.isEmpty)
    }

    @Test
    func `C095: no sound server: the command line says what to do, and ends with 1`() async throws {
        try await Desk.use { desk in
            _ = try await desk.startRecorder()
            let watch = try await desk.changes()
            let result = try await desk.tallylight("start")
            #expect(result.code == 1)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains("sound server") && result.errors.contains("Start PipeWire or PulseAudio"), "\(result.errors)")
            try await remainsIdle(desk, watch)
        }
    }

    @Test(arguments: ["unix:/nonexistent", "unix:/dev/null", "tcp:127.0.0.1:1"])
    func `C095: no server at the address, and no PipeWire, is a named error at once`(address: String) async throws {
        try await Desk.use(extra: ["PULSE_SERVER": address, "PIPEWIRE_REMOTE": "none"]) { desk in
            _ = try await desk.startRecorder()
            try await refusal(on: desk, name: "NoInputDevice", saying: "sound server", "Start PipeWire or PulseAudio")
        }
    }

    @Test
    func `C095: a server that accepts and never speaks is given up`() async throws {
        let folder = ScratchFolder()
        let silent = UnixSocket(listeningAt: folder.file("native"))
        try await Desk.use(extra: ["PULSE_SERVER": "unix:\(silent.path)"]) { desk in
            _ = try await desk.startRecorder()
            try await refusal(on: desk, name: "NoInputDevice", saying: "does not answer")
        }
        silent.close()
    }

    @Test
    func `no source: there is no microphone`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.none)) { desk in
            _ = try await desk.startRecorder()
            try await refusal(on: desk, name: "NoInputDevice", saying: "no microphone", "pactl list short sources")
        }
    }

    @Test
    func `a device nobody knows is named, and no other is taken for it`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            _ = try await desk.startRecorder("--device", "headset")
            try await refusal(on: desk, name: "NoInputDevice", saying: "“headset”")
        }
    }

    @Test
    func `a monitor is refused as the default`() async throws {
        let pulse = try await PrivatePulse.start()
        try await pulse.pactl("set-default-source", "vmic_sink.monitor")
        try await Desk.use(sound: pulse) { desk in
            _ = try await desk.startRecorder()
            try await refusal(on: desk, name: "NoInputDevice", saying: "what the computer plays", "vmic_sink.monitor")
        }
    }

    @Test
    func `a monitor is recorded when the configuration names it`() async throws {
        try await Desk.use(sound: PrivatePulse.start(), configuration: "install-engines = no\ndevice = vmic_sink.monitor\n") { desk in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            #expect(try await desk.status("source").contains("Monitor"))
        }
    }

    @Test
    func `C093: a source that opens and never delivers is lost input, and a later start succeeds`() async throws {
        let pulse = try await PrivatePulse.start(.pipe, isStalled: true)
        try await Desk.use(sound: pulse) { desk in
            _ = try await desk.startRecorder()
            try await refusal(on: desk, name: "InputLost", saying: "delivers no sound")
            #expect(try await pulse.pactl("list", "short", "source-outputs").isEmpty)
            pulse.setRoom(0)
            try await desk.ask("start")
            #expect(try await desk.status("state") == "recording")
        }
    }

    @Test
    func `a server that lets nobody in refuses permission`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        let port = try await guardedPort(pulse)
        try await Desk.use(sound: pulse, extra: ["PULSE_SERVER": "tcp:127.0.0.1:\(port)"]) { desk in
            _ = try await desk.startRecorder()
            try await refusal(on: desk, name: "PermissionDenied", saying: "privacy settings")
        }
    }

    /// Has the server listen where only those are let in who have another cookie than everybody here.
    private func guardedPort(_ pulse: PrivatePulse) async throws -> Int {
        while true {
            let port = Int.random(in: 20_000...60_000)
            let module = ["load-module", "module-native-protocol-tcp", "listen=127.0.0.1", "port=\(port)", "auth-cookie=\(pulse.folder.file("other-cookie"))"]
            // Somebody else may have that port.
            if try await Subprocess.run("/usr/bin/pactl", module, environment: pulse.environment).code == 0 { return port }
        }
    }
}
