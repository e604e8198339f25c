// SPDX-License-Identifier: MIT

import Commanding
import Recording

/// Drives a machine through events and answers its effects as a well-behaved recorder would.
final class MachineDriver {
    var machine = RecordingMachine(locale: "en")
    var now = MonotonicTime(microseconds: 5_000_000)
    /// Captured frames; `pause` and `stop` report them.
    var frames: Int64 = 48_000
    private(set) var effects: [RecordingEffect] = []
    private var tickets: UInt64 = 0
    private var takes = 0

    var state: RecordingState { machine.activity.state }

    /// A machine that was led to `state` by commands.
    static func at(_ state: RecordingState) -> MachineDriver {
        let driver = MachineDriver()
        if state != .notRecording { driver.send(.start) }
        if state == .paused || state == .processing { driver.send(.pause) }
        if state == .processing { driver.send(.process) }
        driver.effects = []
        return driver
    }

    /// Sends a command and performs what follows from it.
    @discardableResult
    func send(_ command: RecordingCommand, session: SessionID? = nil) -> Result<Activity, RecordingError>? {
        let ticket = submit(command, session: session)
        perform()
        return answer(to: ticket)
    }

    /// Sends a command and leaves its effects to the caller.
    func submit(_ command: RecordingCommand, session: SessionID? = nil) -> Ticket {
        tickets += 1
        receive(.command(Ticket(tickets), command, session: session))
        return Ticket(tickets)
    }

    func receive(_ event: RecordingEvent) {
        effects += machine.receive(event, at: now)
    }

    func answer(to ticket: Ticket) -> Result<Activity, RecordingError>? {
        for case .answer(ticket, let result) in effects { return result }
        return nil
    }

    var published: [Activity] { effects.compactMap { if case .publish(let activity) = $0 { activity } else { nil } } }
    var complaints: [RecordingError] { effects.compactMap { if case .complain(let failure) = $0 { failure } else { nil } } }
    var results: [TakeResult] { effects.compactMap { if case .report(let result) = $0 { result } else { nil } } }

    /// Performs the effects that stand open, and those that follow from them.
    func perform() {
        var done = 0
        while done < effects.count {
            let effect = effects[done]
            done += 1
            switch effect {
            case .startTake where machine.activity.session == .none:
                takes += 1
                receive(
                    .started(
                        StoredTake(session: SessionID(rawValue: "take-\(takes)"), audioPath: "/a", started: WallTime(microseconds: 7)),
                        CaptureStart(firstFrame: now, source: "Microphone")))
            case .pauseCapture: receive(.paused(CapturePosition(frames: frames)))
            case .resumeCapture: receive(.resumed(CaptureStart(firstFrame: now, source: "Microphone")))
            case .startTake, .publish, .warn, .report, .complain, .answer, .processTake, .discardTake, .saveTake: break
            }
        }
    }
}
