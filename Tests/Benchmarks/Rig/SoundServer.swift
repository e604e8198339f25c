// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// A sound server of its own, with a virtual microphone: what is played to the sink `vmic_sink` comes out of the source `vmic`, the default.
@LoopActor
struct SoundServer {
    enum Kind: String {
        case pulseAudio = "PulseAudio"
        case pipeWire = "PipeWire"
    }

    /// Its name in the table.
    let kind: Kind
    /// What a program needs to find it.
    let environment: [String: String]
    private let processes: [Subprocess]

    /// Starts a PulseAudio.
    ///
    /// - Parameter fifo: where the samples of the microphone come from instead, mono, 16 bit, 48 kHz, word for word; the server makes it.
    static func startPulseAudio(fifo: String? = nil) async throws -> SoundServer {
        let folder = Scratch.make()
        let socket = folder.file("native")
        // Without norewinds a null sink renders up to two seconds ahead, and its monitor is late by as much.
        let microphone =
            fifo.map { "load-module module-pipe-source source_name=vmic file=\($0) format=s16le rate=48000 channels=1" } ?? """
                load-module module-null-sink sink_name=vmic_sink rate=48000 channels=1 norewinds=1
                load-module module-remap-source source_name=vmic master=vmic_sink.monitor master_channel_map=mono channel_map=mono remix=no
                """
        let script = """
            load-module module-native-protocol-unix socket=\(socket) auth-anonymous=1
            \(microphone)
            set-default-source vmic

            """
        try TextFile.write(script, to: folder.file("script.pa"))
        let own = ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PULSE_RUNTIME_PATH": folder.path, "PULSE_STATE_PATH": folder.path]
        let command = [
            "pulseaudio", "-n", "-F", folder.file("script.pa"), "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--high-priority=no", "--realtime=no",
            "--log-target=stderr",
        ]
        let server = try await Child.start(command, environment: own)
        let result = SoundServer(kind: .pulseAudio, environment: ["PULSE_SERVER": "unix:\(socket)", "PULSE_COOKIE": folder.file("cookie")], processes: [server])
        try await result.untilReady()
        return result
    }

    /// Starts a PipeWire with its session manager and its PulseAudio face.
    static func startPipeWire() async throws -> SoundServer {
        let folder = Scratch.make()
        for name in ["wireplumber", "wireplumber/main.lua.d", "wireplumber/bluetooth.lua.d"] { mkdir(folder.file(name), 0o700) }
        // The session manager ends when it finds neither logind nor a portal; there are none here.
        let noLogind = """
            bluez_monitor.enabled = false; bluez_monitor.properties["with-logind"] = false
            bluez_midi_monitor = bluez_midi_monitor or {}; bluez_midi_monitor.enabled = false
            """
        let noPortal = """
            default_access.properties["enable-flatpak-portal"] = false; alsa_monitor.enabled = false; v4l2_monitor.enabled = false
            libcamera_monitor = libcamera_monitor or {}; libcamera_monitor.enabled = false
            """
        try TextFile.write(noLogind, to: folder.file("wireplumber/bluetooth.lua.d/51-none.lua"))
        try TextFile.write(noPortal, to: folder.file("wireplumber/main.lua.d/51-none.lua"))
        let own = [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
        ]
        var processes = [try await Child.start(["pipewire"], environment: own)]
        try await until("PipeWire listens") { access(folder.file("pipewire-0"), F_OK) == 0 }
        processes.append(try await Child.start(["wireplumber"], environment: own))
        processes.append(try await Child.start(["pipewire-pulse"], environment: own))
        let environment = ["PULSE_SERVER": "unix:\(folder.file("pulse/native"))", "PULSE_COOKIE": folder.file("cookie")]
        let result = SoundServer(kind: .pipeWire, environment: environment, processes: processes)
        try await result.untilReady()
        // Until the session manager keeps metadata, a default cannot be set.
        try await until("wireplumber is ready") { try await Child.run(["pw-metadata", "0"], environment: own).output.contains("default") }
        try await result.control("load-module", "module-null-sink", "sink_name=vmic_sink", "rate=48000", "channels=1", "channel_map=mono")
        try await result.control("load-module", "module-remap-source", "source_name=vmic", "master=vmic_sink.monitor", "channels=1", "channel_map=mono")
        try await until("the microphone is there") { try await result.control("list", "short", "sources").output.contains("\tvmic\t") }
        try await result.control("set-default-source", "vmic")
        return result
    }

    /// Plays a file of bare samples, mono, 16 bit, 48 kHz, into the microphone until it is over or the child is stopped.
    func play(_ path: String) async throws -> Subprocess {
        let format = ["--raw", "--format=s16le", "--rate=48000", "--channels=1", "--latency-msec=1000"]
        return try await Child.start(["pacat", "--playback", "--device=vmic_sink"] + format + [path], environment: environment)
    }

    /// Ends the server.
    func end() async throws {
        for process in processes.reversed() { try await Child.stop(process) }
    }

    @discardableResult
    private func control(_ arguments: String...) async throws -> SubprocessResult {
        try await Child.run(["pactl"] + arguments, environment: environment)
    }

    private func untilReady() async throws {
        try await until("\(kind.rawValue) answers") {
            let child = try await Child.start(["pactl", "info"], environment: environment)
            return try await child.finish().code == 0
        }
    }
}
