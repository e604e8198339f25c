// SPDX-License-Identifier: MIT

internal import DBus
internal import EventLoop
internal import Glibc
internal import Synchronization

/// A desktop of a test's own: a home, a session bus, a sound server, and the programs as a user gets them, release builds without any knob for tests.
///
/// Nothing in it knows of the machine's own home, bus or sound. Everything it started ends with it.
public final class Desk: Sendable {
    /// The home folder, with everything XDG in it.
    public let home: ScratchFolder
    /// The session bus; nil on a desk without one.
    public let bus: PrivateBus?
    /// The sound server; nil on a desk without one.
    public let sound: (any VirtualMicrophone)?
    /// What programs on this desk see in their environment, beside `PATH`.
    public let environment: [String: String]
    private let started = Mutex<[Subprocess]>([])

    /// The folder of the package.
    package static let package = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    /// The folder of the release programs.
    public static let programs = "\(package)/.build/release"

    private init(sound: (any VirtualMicrophone)?, hasBus: Bool, configuration: String, extra: [String: String]) throws {
        home = ScratchFolder()
        bus = hasBus ? try PrivateBus() : nil
        self.sound = sound
        var environment = ["HOME": home.path, "XDG_RUNTIME_DIR": home.path, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PULSE_SERVER": "unix:\(home.path)/no-sound-server"]
        environment.merge(sound?.environment ?? [:]) { $1 }
        environment["HOME"] = home.path
        environment["XDG_RUNTIME_DIR"] = home.path
        environment["XDG_CONFIG_HOME"] = nil
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(home.path)/no-system-bus"
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus?.addressText ?? "unix:path=\(home.path)/no-bus"
        environment.merge(extra) { $1 }
        self.environment = environment.filter { !$0.value.isEmpty }
        mkdir(home.file(".config"), 0o700)
        mkdir(home.file(".config/tallylight"), 0o700)
        let file = open(home.file(".config/tallylight/config"), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = write(file, configuration, configuration.utf8.count)
        close(file)
    }

    /// Sets a desk up, lets `body` work at it, and clears it whatever happened.
    ///
    /// - Parameters:
    ///   - sound: its sound server.
    ///   - hasBus: whether it has a session bus.
    ///   - configuration: the text of the recorder's configuration file. No engine is installed by itself unless it says so.
    ///   - extra: more variables, or other values for those of the desk; an empty value means that the variable is unset.
    ///   - body: what is done at it.
    public static func use(
        sound: (any VirtualMicrophone)? = nil, hasBus: Bool = true, configuration: String = "install-engines = no\nlanguage = en\n", extra: [String: String] = [:],
        _ body: (Desk) async throws -> Void
    ) async throws {
        let desk = try Desk(sound: sound, hasBus: hasBus, configuration: configuration, extra: extra)
        try await running {
            try await body(desk)
        } finally: {
            await desk.clear()
        }
    }

    /// Ends all that was started on the desk.
    private func clear() async {
        for child in started.withLock(\.self) {
            await child.terminate()
        }
        await sound?.stop()
        bus?.remove()
    }

    // MARK: Programs

    /// Starts the recorder and waits until it has its name on the bus.
    ///
    /// - Parameters:
    ///   - arguments: the recorder's.
    ///   - launcher: a program that becomes the recorder, such as setpriv, with its arguments.
    public func startRecorder(_ arguments: String..., under launcher: [String] = []) async throws -> Subprocess {
        guard let bus else { throw DeskError("this desk has no bus to wait on") }
        let connection = try await onLoop { try await Connection.open(bus.address) }
        let owned = Gate()
        let watch = try await onLoop { try await connection.watch("org.tallylight.Tallylight") { if $0.new != nil { owned.open() } } }
        let recorder = try await start("tallylight-recorder", arguments, under: launcher)
        let end = Loop.shared.task {
            _ = try? await recorder.finish(within: .seconds(600))
            owned.open()
        }
        await owned.pass()
        end.cancel()
        let isOwned = try await onLoop { try await connection.owner(of: "org.tallylight.Recorder1") != nil }
        try await onLoop {
            watch.cancel()
            await connection.close()
        }
        guard isOwned else { throw DeskError("the recorder ended before it had its name: \(await recorder.errorsSoFar)") }
        return recorder
    }

    /// Starts one of our programs, to be ended with the desk at the latest.
    public func start(
        _ program: String, _ arguments: [String], under launcher: [String] = [], input: SubprocessStream = .null, output: SubprocessStream = .pipe, errors: SubprocessStream = .pipe,
        isSessionLeader: Bool = false
    ) async throws -> Subprocess {
        let words = launcher + ["\(Self.programs)/\(program)"] + arguments
        let child = try await Subprocess.start(
            launcher.first.map { "/usr/bin/\($0)" } ?? words[0], Array(words.dropFirst()), environment: environment, input: input, output: output, errors: errors, isSessionLeader: isSessionLeader)
        started.withLock { $0.append(child) }
        return child
    }

    /// Runs `tallylight` to its end.
    public func tallylight(_ arguments: String..., within limit: Duration = .seconds(30)) async throws -> SubprocessResult {
        try await Subprocess.run("\(Self.programs)/tallylight", arguments, environment: environment, within: limit)
    }

    /// Runs `tallylight`, which must succeed, and returns what it printed.
    @discardableResult
    public func ask(_ arguments: String..., within limit: Duration = .seconds(30)) async throws -> String {
        let result = try await Subprocess.run("\(Self.programs)/tallylight", arguments, environment: environment, within: limit)
        guard result.code == 0 else { throw DeskError("tallylight \(arguments.joined(separator: " ")) ended with \(result.ending): \(result.errors)") }
        return result.output
    }

    /// Runs any program found on `PATH`, such as busctl or soxi.
    public func run(_ program: String, _ arguments: String..., within limit: Duration = .seconds(30)) async throws -> SubprocessResult {
        try await run(program, arguments, within: limit)
    }

    /// The same with arguments that were put together.
    public func run(_ program: String, _ arguments: [String], within limit: Duration = .seconds(30)) async throws -> SubprocessResult {
        try await Subprocess.run("/usr/bin/\(program)", arguments, environment: environment, within: limit)
    }

    // MARK: What is on the disk

    /// The names of the files in a folder of the home, sorted; empty when there is none.
    public func files(_ folder: String) -> [String] { ScratchFolder.names(in: home.file(folder)) }

    /// The finished takes' audio files, as absolute paths, oldest first.
    public var recordings: [String] { files("Documents/Tallylight").filter { $0.hasSuffix(".flac") }.map { home.file("Documents/Tallylight/\($0)") } }
    /// The finished takes' texts, as absolute paths, oldest first.
    public var texts: [String] { files("Documents/Tallylight").filter { $0.hasSuffix(".txt") }.map { home.file("Documents/Tallylight/\($0)") } }
    /// The sessions of takes that are in their folder.
    public var takes: [String] { files(".local/share/tallylight/takes").filter { !$0.hasPrefix(".") } }
}

/// Why a desk could not be used.
public struct DeskError: Error, CustomStringConvertible {
    /// A sentence.
    public let description: String

    /// An error with its sentence.
    public init(_ description: String) { self.description = description }
}
