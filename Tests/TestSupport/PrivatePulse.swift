// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// A PulseAudio of a test's own: no D-Bus, no hardware, nothing shared, ended by its process id.
public final class PrivatePulse: VirtualMicrophone {
    /// What stands for a microphone.
    public enum Source: Sendable {
        /// A source that hears what is played into a sink, in real time.
        case sink
        /// A source that delivers what is written to a pipe, at once: exact, and as fast as it is written.
        case pipe
        /// None at all.
        case none
    }

    /// The server's address.
    public let server: String
    /// Where its socket and state are.
    public let folder: ScratchFolder

    private let source: Source
    private let rate: Int
    private let daemon: Held<Subprocess?>
    private let feeder: PipeFeeder?

    /// Starts a server; it is ready when this returns.
    ///
    /// - Parameters:
    ///   - rate: the rate the microphone itself has.
    ///   - isStalled: whether a pipe delivers nothing at first; see ``setRoom(_:)``.
    public static func start(_ source: Source = .sink, rate: Int = 48_000, isStalled: Bool = false) async throws -> PrivatePulse {
        _ = cookie
        let pulse = PrivatePulse(source, rate)
        if isStalled { pulse.setRoom(nil) }
        try await pulse.start()
        return pulse
    }

    private init(_ source: Source, _ rate: Int) {
        self.source = source
        self.rate = rate
        folder = ScratchFolder()
        server = "unix:\(folder.file("native"))"
        daemon = Held(nil)
        feeder = source == .pipe ? PipeFeeder(folder.file("pipe")) : nil
    }

    /// What a client needs, and the server itself.
    public var environment: [String: String] {
        [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "PULSE_RUNTIME_PATH": folder.path, "PULSE_STATE_PATH": folder.path,
            "PULSE_COOKIE": folder.file("cookie"), "PULSE_SERVER": server, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
        ]
    }

    deinit { feeder?.stop() }

    /// Starts it, after ``stop()`` or ``kill()`` again at the same address.
    public func start() async throws {
        let script = folder.file("script.pa")
        unlink(script)
        let descriptor = open(script, O_WRONLY | O_CREAT, 0o600)
        let text = commands.joined(separator: "\n") + "\n"
        _ = write(descriptor, text, text.utf8.count)
        close(descriptor)
        let child = try await Subprocess.start(
            "/usr/bin/pulseaudio",
            [
                "-n", "-F", script, "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disallow-exit=no", "--high-priority=no", "--realtime=no",
                "--log-target=stderr", "--log-level=info",
            ], environment: environment, output: .null)
        try await child.errors(containing: "Daemon startup complete")
        await daemon.set(child)
    }

    /// Ends it as a session's end does.
    public func stop() async { await end(SIGTERM) }

    /// Ends it as a crash does.
    public func kill() async { await end(SIGKILL) }

    /// Stops it in its tracks, until ``thaw()``.
    public func freeze() async { await daemon.get()?.send(SIGSTOP) }

    /// Lets it go on.
    public func thaw() async { await daemon.get()?.send(SIGCONT) }

    private func end(_ signal: Int32) async {
        guard let child = await daemon.get() else { return }
        await daemon.set(nil)
        await child.send(signal)
        _ = try? await child.finish()
        // What a crash leaves behind is in the way of the next start.
        for name in ["native", "cli", "pipe"] { unlink(folder.file(name)) }
    }

    // MARK: The microphone

    /// Takes the microphone away.
    public func unplug() async throws {
        try await pactl("unload-module", source == .pipe ? "module-pipe-source" : "module-remap-source")
    }

    /// Brings it back, whatever rate it has now.
    public func plug(rate: Int? = nil, channels: Int = 1) async throws {
        let words = microphone(rate ?? self.rate, channels).split(separator: " ").map(String.init)
        let result = try await Subprocess.run("/usr/bin/pactl", words, environment: environment)
        guard result.code == 0 else { throw SubprocessError.ended(waitingFor: "the microphone", result) }
        try await pactl("set-default-source", Self.sourceName)
    }

    /// Starts it again, with its microphone.
    public func restart() async throws { try await start() }

    /// Brings the microphone back; what it hears is a sink's monitor or a pipe, as before.
    public func plugSource(rate: Int, channels: Int) async throws {
        precondition(source == .sink || channels == 1, "a pipe has one channel")
        try await plug(rate: rate, channels: channels)
    }

    /// Delivers samples through the pipe, a hundred times as fast as they are; before and after them it delivers what the room sounds like.
    public func feed(_ samples: [Int16]) async {
        await feeder?.feed(samples)
    }

    /// Has the room sound like this sample from now on, silence (0) at first; nil for a microphone that delivers nothing at all.
    public func setRoom(_ sample: Int16?) {
        feeder?.setRoom(sample)
    }

    /// Has the server do what pactl can't ask for: `kill-source-output 0`, say.
    public func command(_ line: String) {
        let socket = UnixSocket(connectingTo: folder.file("cli"))
        socket.write("\(line)\n")
        socket.close()
    }

    private func microphone(_ rate: Int, _ channels: Int = 1) -> String {
        let all = { (channel: String) in Array(repeating: channel, count: channels).joined(separator: ",") }
        return switch source {
        case .sink:
            "load-module module-remap-source source_name=vmic master=vmic_sink.monitor rate=\(rate) channels=\(channels) channel_map=\(all("mono")) "
                + "master_channel_map=\(all("mono")) remix=no source_properties=device.description=VirtualMicrophone"
        case .pipe:
            "load-module module-pipe-source source_name=vmic file=\(folder.file("pipe")) format=s16le rate=\(rate) channels=1"
        case .none: ""
        }
    }

    private var commands: [String] {
        let socket = "load-module module-native-protocol-unix socket=\(folder.file("native")) auth-anonymous=1"
        // Without norewinds the sink renders two seconds ahead, and a recorder hears that much late.
        let sink = "load-module module-null-sink sink_name=vmic_sink rate=48000 channels=1 norewinds=1"
        let control = "load-module module-cli-protocol-unix socket=\(folder.file("cli"))"
        switch source {
        case .sink: return [socket, control, sink, microphone(rate), "set-default-source vmic"]
        case .pipe: return [socket, control, microphone(rate), "set-default-source vmic"]
        case .none: return [socket, control]
        }
    }
}

extension PrivatePulse {
    /// Says something into the pipe, and then nothing for longer than the pipe holds: when this returns, the server has heard all of it.
    package func say(_ samples: [Int16]) async {
        await feed(samples + [Int16](repeating: 0, count: 60_000))
    }
}
