// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus
internal import EventLoop
internal import Localization

/// The methods of the recorder's interfaces: each a question to the commander, and its answer or error as the bus has it.
struct RecorderMethods {
    /// Whom all calls are handed to, in the order they arrive.
    let recorder: any RecordingCommanding

    /// Those of the recorder itself, in the order of the interface's description.
    var table: [BusObject.Method] {
        [
            command("Toggle", .toggle), command("Process", .process), command("Discard", .discard), command("Start", .start), command("Pause", .pause),
            command("Resume", .resume), command("Finish", .finish),
            method("Perform", in: "sa{sv}", out: "a{sv}", perform),
            method("GetTranscript", in: "s", out: "sa{sv}", transcript),
            method("SetTitle", in: "ss", setTitle),
            method("SetLocale", in: "ss", setLocale),
            method("Recover", in: "s", out: "s", recover),
            method("Quit", in: "a{sv}", quit),
        ]
    }

    /// Those of the interface of takes.
    var takesTable: [BusObject.Method] {
        [method("ListTakes", in: "a{sv}", out: "aa{sv}", listTakes)]
    }

    private typealias Answering = @LoopActor ([Value]) async throws(RecordingError) -> [Value]

    private func method(_ name: MemberName, in input: Signature = "", out output: Signature = "", _ answer: @escaping Answering) -> BusObject.Method {
        BusObject.Method(name, in: input, out: output) { call in
            do throws(RecordingError) {
                return try await answer(call.arguments)
            } catch {
                throw BusError(answering: error)
            }
        }
    }

    private func command(_ name: MemberName, _ command: RecordingCommand) -> BusObject.Method {
        // Not by way of `method`: this is what a key press takes, and each function it goes through costs.
        BusObject.Method(name, out: "s") { _ in
            do throws(RecordingError) {
                return [.string(try await recorder.perform(command, session: nil).state.rawValue)]
            } catch {
                throw BusError(answering: error)
            }
        }
    }

    @LoopActor
    private func perform(_ arguments: [Value]) async throws(RecordingError) -> [Value] {
        let word = arguments[0].text ?? ""
        guard let command = RecordingCommand(rawValue: word) else {
            let commands = RecordingCommand.allCases.map(\.rawValue).joined(separator: ", ")
            throw RecordingError(.invalidArguments, localized("There is no command “{word}”. Use one of {commands}.", ["word": word.excerpt(characters: 100), "commands": commands]))
        }
        var session: SessionID?
        if let option = arguments[1].options?["session"] {
            guard case .string(let text) = option else { throw Self.wrongType("session", "s") }
            session = SessionID(rawValue: text)
        }
        if let option = arguments[1].options?["deadline"] {
            guard case .uint64(let deadline) = option else { throw Self.wrongType("deadline", "t") }
            guard deadline >= MonotonicClock.microseconds else { throw .tooLate }
        }
        let activity = try await recorder.perform(command, session: session)
        return [.options(Dictionary(uniqueKeysWithValues: ActivityProperty.all.map { ($0.key, $0.encode(activity)) }))]
    }

    @LoopActor
    private func listTakes(_ arguments: [Value]) async throws(RecordingError) -> [Value] {
        [.array(of: "a{sv}", try await recorder.takes().map { .options($0.options) })]
    }

    @LoopActor
    private func transcript(_ arguments: [Value]) async throws(RecordingError) -> [Value] {
        let transcript = try await recorder.transcript(of: Self.session(arguments))
        return [.string(transcript.text), transcript.details]
    }

    @LoopActor
    private func setTitle(_ arguments: [Value]) async throws(RecordingError) -> [Value] {
        try await recorder.setTitle(arguments[1].text ?? "", of: Self.session(arguments))
        return []
    }

    @LoopActor
    private func setLocale(_ arguments: [Value]) async throws(RecordingError) -> [Value] {
        try await recorder.setLocale(arguments[1].text ?? "", of: Self.session(arguments))
        return []
    }

    @LoopActor
    private func recover(_ arguments: [Value]) async throws(RecordingError) -> [Value] {
        [.string(try await recorder.recover(Self.session(arguments)).rawValue)]
    }

    @LoopActor
    private func quit(_ arguments: [Value]) async throws(RecordingError) -> [Value] {
        var isForced = false
        if let option = arguments[0].options?["force"] {
            guard case .boolean(let force) = option else { throw Self.wrongType("force", "b") }
            isForced = force
        }
        try await recorder.quit(force: isForced)
        return []
    }

    /// The first argument, which the connection has checked to be a string, as a session.
    private static func session(_ arguments: [Value]) -> SessionID { SessionID(rawValue: arguments[0].text ?? "") }

    private static func wrongType(_ option: String, _ type: String) -> RecordingError {
        RecordingError(.invalidArguments, localized("The option “{option}” must be of the type “{type}”.", ["option": option, "type": type]))
    }
}

extension RecordingError {
    /// Whoever sent the command has been told that it failed, and may have done something else since.
    fileprivate static var tooLate: RecordingError {
        RecordingError(.cancelled, localized("The command arrived after its deadline and was not carried out. Send it again."))
    }
}
