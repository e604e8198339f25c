// SPDX-License-Identifier: MIT

public import Commanding

/// The recording flow as a value: one event in, the effects it calls for out, nothing else touched.
///
/// The rules, from which everything below follows:
/// - A command is decided against the state the one before it left. While a transition is on its way (`starting`, `pausing`, …) commands wait in `queue`, in their order.
/// - `activity` changes only when something became true: `recording` is shown when frames have arrived, and the old state stays published until then.
/// - Effects are returned in the order they must happen; what is published comes before the answer to the command that caused it.
/// - What comes from outside is never impossible: an event that is late or comes twice is ignored, in a written case with its reason.
///
/// The table of the commands is in `RecordingMachine+Commands`, what the capture says in `+Capture`, and how a take ends in `+Processing`.
public struct RecordingMachine: Sendable {
    /// A command that waits to be decided or answered.
    struct Request: Sendable {
        var ticket: Ticket
        var command: RecordingCommand
        var session: SessionID?
    }

    /// Why the take is paused.
    enum Pause: Sendable {
        /// The user asked for it: the system never undoes it.
        case user
        /// The system took the microphone away at that moment.
        case interruption(Interruption, at: MonotonicTime)
        /// The file could take no more: it goes on only when the user says so.
        case failure
    }

    /// Where in the flow we are; the data of each phase live in its case.
    enum Phase: Sendable {
        case idle
        /// Frames were asked for and have not arrived; nothing of it is published.
        case starting(Request)
        case recording
        /// The stream is being corked; still published as recording.
        case pausing(Request)
        case paused(Pause)
        /// Frames were asked for again, by a request or by the end of the interruption; still published as paused.
        case resuming(Request?, from: Pause)
        case processing
        /// The text is being stored: too late to discard, so a discard waits and then finds the take finished.
        case storing
        /// The program ends: the audio is being saved without a text.
        case saving
    }

    /// How long an interruption may last for the take to go on by itself.
    static let interruptionLimit = Duration.seconds(60)
    /// How far the published time may be off the audio before it is anchored anew.
    static let driftLimit = Duration.milliseconds(250)

    /// The language of takes that are yet to be started.
    let locale: String
    /// What displays are shown.
    public internal(set) var activity: Activity
    var phase = Phase.idle
    var queue: [Request] = []
    /// An interruption that was heard of before the start or resume it ended was.
    var earlyInterruption: (Interruption, CapturePosition)?
    /// The two sources of the one notice shown: the capture's comes first.
    var captureNotice: Notice?
    var engineNotice: Notice?
    /// Whether the program shall end: no command is taken any more.
    var isEnding = false
    /// Those who wait for the program to be able to end.
    var endingTickets: [Ticket] = []

    /// An idle machine for takes in `locale`, with the takes that were kept.
    public init(locale: String, kept: [SessionID] = []) {
        self.locale = locale
        activity = Activity(locale: locale)
        activity.kept = kept
    }

    /// Takes an event in.
    ///
    /// - Returns: what must now be done, in this order.
    public mutating func receive(_ event: RecordingEvent, at now: MonotonicTime) -> [RecordingEffect] {
        var effects = react(to: event, at: now)
        while !queue.isEmpty, isSettled || isEnding {
            effects += decide(queue.removeFirst())
        }
        return effects
    }

    private mutating func react(to event: RecordingEvent, at now: MonotonicTime) -> [RecordingEffect] {
        switch event {
        case .command(let ticket, let command, let session):
            queue.append(Request(ticket: ticket, command: command, session: session))
            return []
        case .started(let take, let start): return started(take, start, at: now)
        case .startFailed(let error): return startFailed(error)
        case .paused(let position): return paused(position)
        case .pauseFailed: return pauseFailed(at: now)
        case .resumed(let start): return resumed(start, at: now)
        case .resumeFailed(let error): return resumeFailed(error)
        case .capture(let event): return captured(event, at: now)
        case .stopped(let position): return stopped(at: position)
        case .reopened(let take): return reopened(take)
        case .processingProgressed(let session, let progress): return processingProgressed(session, progress)
        case .storing(let session): return storing(session)
        case .processed(let result, let isKept): return processed(result, isKept: isKept)
        case .engine(let notice): return noticed(engine: notice)
        case .spoken(let session, let locale): return spoken(session, in: locale)
        case .titled(let session, let title): return titled(session, title)
        case .recovered(let session): return recovered(session)
        case .shutdown(let ticket): return shutDown(ticket)
        }
    }

    /// Whether no transition is on its way, so that a command can be decided.
    private var isSettled: Bool {
        switch phase {
        case .idle, .recording, .paused, .processing: true
        case .starting, .pausing, .resuming, .storing, .saving: false
        }
    }

    /// Whether a take is open or on its way.
    var isBusy: Bool {
        if case .idle = phase { false } else { true }
    }

    /// Publishes the activity as it now is, with what follows from the phase.
    mutating func publish() -> RecordingEffect {
        activity.notice = captureNotice ?? engineNotice
        activity.commands = availableCommands
        return .publish(activity)
    }

    func accept(_ request: Request?) -> [RecordingEffect] {
        guard let request else { return [] }
        return [.answer(request.ticket, .success(activity))]
    }

    func refuse(_ request: Request?, _ error: RecordingError) -> [RecordingEffect] {
        guard let request else { return [] }
        return [.answer(request.ticket, .failure(error))]
    }
}
