// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

/// The table of the commands.
///
/// | command | notRecording | recording | paused | processing |
/// |---|---|---|---|---|
/// | toggle | start | pause | resume | refused |
/// | process | refused; a kept take: processing | refused | processing | accepted |
/// | discard | refused; a kept take: gone | refused | notRecording | notRecording |
/// | start | start | accepted | refused | refused |
/// | pause | refused | pause | accepted, now the user's | refused |
/// | resume | refused | accepted | resume | refused |
/// | finish | refused; the last take: accepted | pause, then process | process | accepted |
extension RecordingMachine {
    mutating func decide(_ request: Request) -> [RecordingEffect] {
        guard !isEnding else { return refuse(request, .ending) }
        if let session = request.session, session != activity.session { return decideForAnotherTake(request, session) }
        switch (request.command, activity.state) {
        case (.toggle, .notRecording), (.start, .notRecording):
            phase = .starting(request)
            return [.startTake]
        case (.toggle, .recording), (.pause, .recording), (.finish, .recording):
            phase = .pausing(request)
            return [.pauseCapture]
        case (.toggle, .paused), (.resume, .paused):
            return resume(request)
        case (.process, .paused), (.finish, .paused):
            return process(activity.session, request)
        case (.discard, .paused), (.discard, .processing):
            return discard(request)
        case (.pause, .paused):
            return takeOverPause() + accept(request)
        case (.start, .recording), (.resume, .recording), (.process, .processing), (.finish, .processing):
            return accept(request)
        case (.process, .notRecording), (.discard, .notRecording), (.pause, .notRecording), (.resume, .notRecording), (.finish, .notRecording),
            (.process, .recording), (.discard, .recording), (.start, .paused),
            (.toggle, .processing), (.start, .processing), (.pause, .processing), (.resume, .processing):
            return refuse(request, .refused(request.command, in: activity.state))
        }
    }

    /// A command for a take that is not the open one: a kept take can be processed and discarded, the last one is finished already, any other is stale.
    private mutating func decideForAnotherTake(_ request: Request, _ session: SessionID) -> [RecordingEffect] {
        // Whether it is kept for a better text or not.
        if request.command == .finish, activity.state == .notRecording, session == activity.lastResult?.session { return accept(request) }
        if activity.kept.contains(session) {
            switch (request.command, activity.state) {
            case (.process, .notRecording): return process(session, request)
            case (.discard, .notRecording): return discardKept(session, request)
            case (.process, _), (.discard, _): return refuse(request, .busy)
            default: return refuse(request, .keptOnly(request.command))
            }
        }
        return refuse(request, session == .none ? .takeIsOpen : .stale)
    }

    /// The commands that would change something now.
    var availableCommands: [RecordingCommand] {
        switch activity.state {
        case .notRecording: [.toggle, .start]
        case .recording: [.toggle, .pause, .finish]
        case .paused: activity.isInterrupted ? [.toggle, .process, .discard, .pause, .resume, .finish] : [.toggle, .process, .discard, .resume, .finish]
        case .processing: [.discard]
        }
    }

    private mutating func resume(_ request: Request) -> [RecordingEffect] {
        guard case .paused(let pause) = phase else { return refuse(request, .refused(request.command, in: activity.state)) }
        phase = .resuming(request, from: pause)
        return [.resumeCapture]
    }

    private mutating func takeOverPause() -> [RecordingEffect] {
        guard activity.isInterrupted else { return [] }
        phase = .paused(.user)
        activity.isInterrupted = false
        captureNotice = nil
        return [publish()]
    }

    private mutating func process(_ session: SessionID, _ request: Request) -> [RecordingEffect] {
        phase = .processing
        activity.kept.removeAll { $0 == session }
        activity.session = session
        activity.state = .processing
        activity.isInterrupted = false
        captureNotice = nil
        return [publish()] + accept(request) + [.processTake(session)]
    }

    private mutating func discard(_ request: Request) -> [RecordingEffect] {
        let result = TakeResult(session: activity.session, outcome: .discarded, duration: activity.timer.elapsed)
        close(with: result)
        return [publish(), .report(result)] + accept(request) + [.discardTake(result.session)]
    }

    private mutating func discardKept(_ session: SessionID, _ request: Request) -> [RecordingEffect] {
        activity.kept.removeAll { $0 == session }
        return [publish()] + accept(request) + [.discardTake(session)]
    }
}
