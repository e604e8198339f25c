// SPDX-License-Identifier: MIT

public import Commanding
public import DBus
public import EventLoop

/// The commander outside the recorder: the same door, over the bus.
///
/// It starts nothing: where no recorder runs, everything but ``launchByActivation()`` throws `NotRunning`. Strings arrive as the recorder sent them: whoever shows one makes it harmless.
@LoopActor
public final class RemoteCommander: RecordingCommanding {
    /// How long the recorder may take to answer before it counts as not answering.
    public struct Limits: Sendable {
        var command: Duration
        var question: Duration

        /// Limits for what changes something and for what only asks.
        public init(command: Duration, question: Duration) {
            self.command = command
            self.question = question
        }

        /// What a recorder keeps to: a start waits 3 s for frames, and others may stand in the queue before it; a question waits for nothing.
        public static let standard = Limits(command: .seconds(10), question: .seconds(2))
    }

    let recorder: RemoteObject
    private let takesOfRecorder: RemoteObject
    private let limits: Limits
    private var connection: Connection { recorder.connection }

    /// A commander of the recorder on the bus of `connection`.
    public nonisolated init(over connection: Connection, limits: Limits = .standard) {
        self.limits = limits
        recorder = RemoteObject(RecorderNames.interface, on: RecorderNames.path, at: RecorderNames.bus, over: connection)
        takesOfRecorder = RemoteObject(RecorderNames.takes, on: RecorderNames.path, at: RecorderNames.bus, over: connection)
    }

    // MARK: Commands

    /// Carries a command out.
    ///
    /// - Throws: `NotAnswering` when the answer takes too long. A command that reaches the recorder only after that, over a bus that hung, is not done any more.
    public func perform(_ command: RecordingCommand, session: SessionID?) async throws(RecordingError) -> Activity {
        let deadline = MonotonicTime(microseconds: MonotonicClock.microseconds).advanced(by: limits.command)
        var options: [String: Value] = ["deadline": .uint64(deadline.microseconds)]
        options["session"] = session.map { .string($0.rawValue) }
        let reply = try await ask("Perform", [.string(command.rawValue), .options(options)], returning: "a{sv}", within: limits.command)
        guard let activity = reply[0].options.flatMap(Activity.init(status:)) else { throw .notUnderstood }
        return activity
    }

    /// Names an open or kept take.
    public func setTitle(_ title: String, of session: SessionID) async throws(RecordingError) {
        _ = try await ask("SetTitle", [.string(session.rawValue), .string(title)], returning: "", within: limits.command)
    }

    /// Says in which language a take is spoken.
    public func setLocale(_ locale: String, of session: SessionID) async throws(RecordingError) {
        _ = try await ask("SetLocale", [.string(session.rawValue), .string(locale)], returning: "", within: limits.command)
    }

    /// Brings a discarded take back.
    public func recover(_ session: SessionID) async throws(RecordingError) -> SessionID {
        let reply = try await ask("Recover", [.string(session.rawValue)], returning: "s", within: limits.command)
        return SessionID(rawValue: reply[0].text ?? "")
    }

    /// Ends the recorder.
    public func quit(force: Bool) async throws(RecordingError) {
        _ = try await ask("Quit", [.options(["force": .boolean(force)])], returning: "", within: limits.command)
    }

    /// Asks the bus to start a recorder, and waits until one owns its name.
    ///
    /// - Throws: `NotAnswering` when one was started but does not come up.
    public func launchByActivation() async throws(RecordingError) -> Activation {
        do throws(BusError) {
            let reply = try await connection.askBus(
                "StartServiceByName", [.string(RecorderNames.bus.text), .uint32(0)], returning: "u", within: limits.command)
            // 1 and 2 are the specification's numbers for "started" and "was running".
            return reply[0].integer == 2 ? .alreadyRunning : .started
        } catch .remote(.serviceUnknown, _) {
            return .notInstalled
        } catch {
            throw RecordingError(error)
        }
    }

    // MARK: Questions

    /// The activity now.
    public func activity() async throws(RecordingError) -> Activity {
        guard let activity = Activity(properties: try await properties()) else { throw .notUnderstood }
        return activity
    }

    /// All properties of the recorder.
    func properties() async throws(RecordingError) -> [String: Value] {
        do throws(BusError) {
            return try await recorder.properties(within: limits.question)
        } catch {
            throw RecordingError(error)
        }
    }

    /// The level of the microphone in dBFS.
    public func inputLevel() async throws(RecordingError) -> Double {
        do throws(BusError) {
            return try await recorder.property("InputLevel", within: limits.question).double ?? -.infinity
        } catch {
            throw RecordingError(error)
        }
    }

    /// The text of a take that was processed.
    public func transcript(of session: SessionID) async throws(RecordingError) -> Transcript {
        let reply = try await ask("GetTranscript", [.string(session.rawValue)], returning: "sa{sv}", within: limits.command)
        return Transcript(text: reply[0].text ?? "", details: reply[1].options ?? [:])
    }

    /// The takes that can still be processed or brought back, without those that can be treated in a way this program doesn't know.
    public func takes() async throws(RecordingError) -> [ListedTake] {
        let reply = try await ask("ListTakes", [.options([:])], of: takesOfRecorder, returning: "aa{sv}", within: limits.command)
        return (reply[0].elements ?? []).compactMap { $0.options.flatMap(ListedTake.init) }
    }

    private func ask(
        _ member: MemberName, _ arguments: [Value], of interface: RemoteObject? = nil, returning types: Signature, within limit: Duration
    ) async throws(RecordingError) -> [Value] {
        do throws(BusError) {
            return try await (interface ?? recorder).call(member, arguments, returning: types, within: limit)
        } catch {
            throw RecordingError(error)
        }
    }
}
