// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus
internal import EventLoop
internal import Glibc
internal import Localization
internal import RecorderService

/// The light program, `tallylight`: a client of the recorder.
public enum CommandLineProgram {
    /// Runs the program with `arguments` (without its name) and returns its exit code.
    public static func run(_ arguments: [String]) -> Int32 {
        StandardDescriptors.fill()
        // A reader that has gone is an error of the write that meets it. All other signals keep their default: nothing here needs to be put in order first.
        SignalWatch.ignore([SIGPIPE])
        switch CommandLineRequest.parse(arguments, for: .client) {
        case .run(let verb, let options): return run(verb, options, arguments).rawValue
        case .answer(let text): return CommandLineRequest.print(text).rawValue
        case .refuse(let error): return CommandLineRequest.refuse(error).rawValue
        }
    }

    private static func run(_ verb: Verb, _ options: Options, _ arguments: [String]) -> ExitCode {
        switch verb.action {
        case .becomeRecorder: return become(options.recorder.spelling)
        case .hear: return become(arguments)
        case .watch where options.follows:
            return onLoop { console async throws(RecordingError) in try await FollowVerb(options: options, console: console).run() }
        case .watch:
            return onLoop { console async throws(RecordingError) in try await WatchVerb(options: options, context: context(console)).run() }
        case .ask(let body):
            return onLoop { console async throws(RecordingError) in try await body(options, context(console)) }
        case .perform(let body):
            return onLoop { console async throws(RecordingError) in try await body(options, console) }
        case .openPanel:
            return onLoop { console async throws(RecordingError) in try await PanelVerb(options: options, console: console).run() }
        case .answer:
            preconditionFailure("answered when it was parsed")
        }
    }

    private static func become(_ arguments: [String]) -> ExitCode {
        let error = RecorderExecutable.become(arguments)
        Console.complain(error.message)
        return ExitCode(error)
    }

    private static func onLoop(_ body: @escaping @LoopActor (Console) async throws(RecordingError) -> ExitCode) -> ExitCode {
        ExitCode(rawValue: Loop.shared.run { await perform(on: Console(), body).rawValue })
    }

    /// Runs what a verb does, and says what went wrong.
    @LoopActor
    static func perform(on console: Console, _ body: @LoopActor (Console) async throws(RecordingError) -> ExitCode) async -> ExitCode {
        do throws(RecordingError) {
            return console.verdict(try await body(console))
        } catch {
            console.complain(error.message)
            return ExitCode(error)
        }
    }

    @LoopActor
    private static func context(_ console: Console) async throws(RecordingError) -> VerbContext {
        let connection = try await connect()
        let commander = RemoteCommander(over: connection)
        return VerbContext(commander: commander, launcher: RecorderLauncher(connection: connection, commander: commander), console: console)
    }

    /// Where the session bus is.
    static func address() throws(RecordingError) -> BusAddress {
        do throws(BusError) {
            return try BusAddress.session()
        } catch {
            throw RecordingError(.noBus, error.description)
        }
    }

    @LoopActor
    static func connect() async throws(RecordingError) -> Connection {
        do throws(BusError) {
            return try await Connection.open(BusAddress.session())
        } catch {
            let reason = error.description
            throw RecordingError(
                .noBus, localized("{reason} Run this in your desktop session, or start a bus for it with “dbus-run-session”.", ["reason": reason]))
        }
    }
}
