// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// A PipeWire of a test's own, with its session manager, its PulseAudio server and a bus for the three; ended by their process ids.
public final class PrivatePipeWire: VirtualMicrophone {
    /// The server's address.
    public let server: String
    /// Where its sockets and state are.
    public let folder: ScratchFolder

    private let daemons = Held<[Subprocess]>([])

    /// Starts a server; it is ready when this returns.
    ///
    /// - Parameter hasMicrophone: whether there is a microphone, the default source, and a sink to play into it.
    public static func start(hasMicrophone: Bool = true) async throws -> PrivatePipeWire {
        _ = cookie
        let pipeWire = PrivatePipeWire()
        try await pipeWire.start()
        if hasMicrophone { try await pipeWire.plug() }
        return pipeWire
    }

    private init() {
        folder = ScratchFolder()
        server = "unix:\(folder.file("pulse/native"))"
        // wireplumber ends when it finds no logind, and where there is hardware it would take it.
        configure(
            "bluetooth.lua.d", "bluez_monitor.enabled = false; bluez_monitor.properties[\"with-logind\"] = false; bluez_midi_monitor = bluez_midi_monitor or {}; bluez_midi_monitor.enabled = false\n")
        configure(
            "main.lua.d",
            "default_access.properties[\"enable-flatpak-portal\"] = false; alsa_monitor.enabled = false; v4l2_monitor.enabled = false; libcamera_monitor = libcamera_monitor or {}; libcamera_monitor.enabled = false\n"
        )
    }

    private func configure(_ part: String, _ text: String) {
        for name in ["wireplumber", "wireplumber/\(part)"] { mkdir(folder.file(name), 0o700) }
        let descriptor = open(folder.file("wireplumber/\(part)/51-test.lua"), O_WRONLY | O_CREAT, 0o600)
        _ = write(descriptor, text, text.utf8.count)
        close(descriptor)
    }

    /// What a client needs, and the servers themselves.
    public var environment: [String: String] {
        [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path, "PIPEWIRE_RUNTIME_DIR": folder.path,
            "PULSE_COOKIE": folder.file("cookie"), "PULSE_SERVER": server, "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.file("bus"))",
        ]
    }

    /// Starts it, after ``stop()`` again at the same address.
    public func start() async throws {
        var started = [
            try await Subprocess.start(
                "/usr/bin/dbus-daemon", ["--session", "--nofork", "--print-address=1", "--address=unix:path=\(folder.file("bus"))"], environment: environment)
        ]
        _ = try await started[0].nextLine()
        for name in ["pipewire", "wireplumber", "pipewire-pulse"] {
            let child = try await Subprocess.start("/usr/bin/\(name)", environment: environment, output: .null, errors: .null)
            started.append(child)
            if name == "pipewire" { try await untilTrue("pw-cli", ["info", "0"]) { $0.code == 0 } }
        }
        await daemons.set(started)
        // The session manager is ready when it has put its dummy in the place of the hardware that is missing.
        try await untilTrue("pactl", ["get-default-source"]) { $0.output == "auto_null.monitor\n" }
    }

    /// Ends it as a session's end does.
    public func stop() async { await end(SIGTERM) }

    /// Ends all of it as a crash does.
    public func kill() async {
        await end(SIGKILL)
        // What a crash leaves behind is in the way of the next start.
        for name in ["bus", "pipewire-0", "pipewire-0.lock", "pulse/native"] { unlink(folder.file(name)) }
    }

    private func end(_ signal: Int32) async {
        let children = await daemons.get()
        await daemons.set([])
        for child in children.reversed() {
            await child.send(signal)
            _ = try? await child.finish()
        }
    }

    /// Starts it again, with its microphone.
    public func restart() async throws {
        try await start()
        try await plug()
    }

    /// Ends its PulseAudio server alone, as a crash does.
    package func killPulseServer() async throws {
        var children = await daemons.get()
        let child = children.removeLast()
        await daemons.set(children)
        await child.send(SIGKILL)
        _ = try await child.finish()
    }

    /// Starts a PulseAudio server again, with the microphone that went with the last one.
    package func startPulseServer() async throws {
        let child = try await Subprocess.start("/usr/bin/pipewire-pulse", environment: environment, output: .null, errors: .null)
        await daemons.set(daemons.get() + [child])
        try await untilTrue("pactl", ["get-default-source"]) { $0.code == 0 }
        try await plug()
    }

    /// Stops the daemon that moves the sound in its tracks, until ``thaw()``.
    public func freeze() async { await daemons.get()[1].send(SIGSTOP) }

    /// Lets it go on.
    public func thaw() async { await daemons.get()[1].send(SIGCONT) }

    /// Brings the microphone and its sink.
    public func plug() async throws {
        try await pactl("load-module", "module-null-sink", "sink_name=vmic_sink", "rate=48000", "channels=1", "channel_map=mono")
        try await plugSource()
    }

    /// Brings the microphone back.
    public func plugSource(rate: Int, channels: Int) async throws {
        let map = Array(repeating: "mono", count: channels).joined(separator: ",")
        try await pactl("load-module", "module-remap-source", "source_name=vmic", "master=vmic_sink.monitor", "rate=\(rate)", "channels=\(channels)", "channel_map=\(map)")
        try await untilTrue("pactl", ["set-default-source", "vmic"]) { $0.code == 0 }
        try await untilTrue("pactl", ["get-default-source"]) { $0.output == "vmic\n" }
    }

    /// Takes the microphone away.
    public func unplug() async throws {
        try await pactl("unload-module", "module-remap-source")
    }

    /// Asks until the answer is as it should be, a client's round trip at a time.
    private func untilTrue(_ program: String, _ arguments: [String], _ isTrue: (SubprocessResult) -> Bool) async throws {
        var result = try await Subprocess.run("/usr/bin/\(program)", arguments, environment: environment)
        for _ in 0..<1000 where !isTrue(result) {
            try await LoopTimer.sleep(for: .milliseconds(10))
            result = try await Subprocess.run("/usr/bin/\(program)", arguments, environment: environment)
        }
        guard isTrue(result) else { throw SubprocessError.ended(waitingFor: "\(program) \(arguments.joined(separator: " "))", result) }
    }
}
