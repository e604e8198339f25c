// SPDX-License-Identifier: MIT

internal import Glibc

/// A private sound server with a microphone tests can speak into.
public protocol VirtualMicrophone: Sendable {
    /// The server's address, as libpulse spells it.
    var server: String { get }
    /// A folder of its own, deleted with it.
    var folder: ScratchFolder { get }
    /// What a client of this server needs in its environment.
    var environment: [String: String] { get }
    /// Ends the server as a session's end does.
    func stop() async
    /// Ends the server as a crash does.
    func kill() async
    /// Starts a server that was ended, at the same address and with the same microphone.
    func restart() async throws
    /// Stops the server in its tracks, until ``thaw()``.
    func freeze() async
    /// Lets it go on.
    func thaw() async
    /// Takes the microphone away.
    func unplug() async throws
    /// Brings it back as the default, whatever rate and channels it has now.
    func plugSource(rate: Int, channels: Int) async throws
}

extension VirtualMicrophone {
    /// The name of the microphone, and of the sink whatever is played into is heard by it.
    public static var sourceName: String { "vmic" }
    /// The sink.
    public static var sinkName: String { "vmic_sink" }

    /// Runs pactl.
    @discardableResult
    public func pactl(_ arguments: String...) async throws -> String {
        let result = try await Subprocess.run("/usr/bin/pactl", arguments, environment: environment)
        guard result.code == 0 else { throw SubprocessError.ended(waitingFor: "pactl \(arguments.joined(separator: " "))", result) }
        return result.output
    }

    /// Brings the microphone back as it was.
    public func plugSource() async throws { try await plugSource(rate: 48_000, channels: 1) }

    /// What pactl lists of the stream a recorder has, from its number to its end; nil when it has none.
    package func recorderStream() async throws -> String? {
        let parts = try await pactl("list", "source-outputs").split(separator: "Source Output #")
        return parts.first { $0.contains("Tallylight") }.map(String.init)
    }

    /// The name of the source a recorder records from; nil when it records from none.
    package func recordedSource() async throws -> String? {
        guard let stream = try await recorderStream(), let place = stream.firstRange(of: "Source: ") else { return nil }
        let number = stream[place.upperBound...].prefix { $0.isNumber }
        let lines = try await pactl("list", "short", "sources").split(separator: "\n").map { $0.split(separator: "\t") }
        return lines.first { $0.first == number }.map { String($0[1]) }
    }

    /// Plays 16 bit mono samples of 48 kHz into the microphone, from now on and until they end.
    ///
    /// - Returns: the player; its end is the end of what is played.
    public func play(_ samples: [Int16]) async throws -> Subprocess {
        let path = folder.file("play-\(samples.count)-\(UInt32.random(in: 0 ... .max)).raw")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        samples.withUnsafeBytes { bytes in
            let written = write(descriptor, bytes.baseAddress, bytes.count)
            precondition(written == bytes.count, "the samples could not be written to \(path)")
        }
        close(descriptor)
        // A buffer of a second: with less, changes of the sink's latency insert silence.
        return try await Subprocess.start(
            "/usr/bin/pacat", ["--playback", "--raw", "--format=s16le", "--rate=48000", "--channels=1", "--latency-msec=1000", "--device=\(Self.sinkName)", path],
            environment: environment)
    }

    /// All that a client could have changed for others: volumes, mutes, defaults.
    public func settings() async throws -> String {
        let kept = ["Name:", "Mute:", "Volume:", "Default Sink:", "Default Source:"]
        let lines = try await (pactl("info") + pactl("list", "sinks") + pactl("list", "sources")).split(separator: "\n")
        return lines.filter { line in kept.contains { line.contains($0) } }.joined(separator: "\n")
    }
}

/// A cookie for the clients in this process, so that libpulse doesn't make one in the home of whoever runs the tests.
let cookie: ScratchFolder = {
    let folder = ScratchFolder()
    let path = folder.file("cookie")
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    _ = write(descriptor, [UInt8](repeating: 0x55, count: 256), 256)
    close(descriptor)
    setenv("PULSE_COOKIE", path, 1)
    // What is global is never released.
    atexit { ScratchFolder.remove(cookie.path) }
    return folder
}()
