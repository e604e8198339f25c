// SPDX-License-Identifier: MIT

internal import Commanding

/// How takes end, and what is said about takes at rest.
extension RecordingMachine {
    /// The last frames have arrived: now the length is final.
    mutating func stopped(at position: CapturePosition) -> [RecordingEffect] {
        guard case .processing = phase, activity.timer.elapsed != position.duration else { return [] }
        activity.timer = ActivityTimer(elapsed: position.duration)
        return [publish()]
    }

    /// A kept take has a language of its own, which need not be that of the next one.
    mutating func reopened(_ take: StoredTake) -> [RecordingEffect] {
        guard case .processing = phase, take.session == activity.session else { return [] }
        let shown = activity
        activity.started = take.started
        activity.title = take.title
        activity.locale = take.locale
        activity.timer = ActivityTimer(elapsed: take.duration)
        return activity == shown ? [] : [publish()]
    }

    mutating func processingProgressed(_ session: SessionID, _ progress: Double?) -> [RecordingEffect] {
        // Late when the take was discarded meanwhile.
        guard case .processing = phase, session == activity.session, progress != activity.progress else { return [] }
        activity.progress = progress
        return [publish()]
    }

    mutating func storing(_ session: SessionID) -> [RecordingEffect] {
        guard case .processing = phase, session == activity.session else { return [] }
        phase = .storing
        return []
    }

    mutating func processed(_ result: TakeResult, isKept: Bool) -> [RecordingEffect] {
        switch phase {
        case .processing, .storing, .saving: break
        case .idle, .starting, .recording, .pausing, .paused, .resuming: return []
        }
        // A take that was discarded or saved meanwhile has had its result.
        guard result.session == activity.session else { return [] }
        if isKept { keep(result.session) }
        close(with: result)
        return [publish(), .report(result)] + allowEnding()
    }

    mutating func noticed(engine notice: Notice?) -> [RecordingEffect] {
        guard notice != engineNotice else { return [] }
        engineNotice = notice
        return [publish()]
    }

    mutating func titled(_ session: SessionID, _ title: String) -> [RecordingEffect] {
        guard session == activity.session, title != activity.title else { return [] }
        activity.title = title
        return [publish()]
    }

    mutating func spoken(_ session: SessionID, in locale: String) -> [RecordingEffect] {
        guard session == activity.session, locale != activity.locale else { return [] }
        activity.locale = locale
        return [publish()]
    }

    mutating func recovered(_ session: SessionID) -> [RecordingEffect] {
        guard !activity.kept.contains(session) else { return [] }
        keep(session)
        return [publish()]
    }

    /// Offers a take where it belongs by its age.
    private mutating func keep(_ session: SessionID) {
        activity.kept.insert(session, at: activity.kept.firstIndex { session < $0 } ?? activity.kept.endIndex)
    }

    // MARK: The end of the program

    mutating func shutDown(_ ticket: Ticket) -> [RecordingEffect] {
        isEnding = true
        endingTickets.append(ticket)
        return allowEnding() + saveIfEnding()
    }

    /// Saves the open take when the program ends and nothing else is on its way.
    mutating func saveIfEnding() -> [RecordingEffect] {
        guard isEnding else { return [] }
        switch phase {
        case .recording, .paused, .processing:
            phase = .saving
            // Not shown as recording any more: nothing that is said from now on gets into the take.
            activity.state = .processing
            activity.timer = ActivityTimer(elapsed: activity.timer.elapsed)
            activity.progress = nil
            return [publish(), .saveTake(activity.session)]
        case .idle, .starting, .pausing, .resuming, .storing, .saving:
            return []
        }
    }

    mutating func allowEnding() -> [RecordingEffect] {
        guard case .idle = phase else { return [] }
        defer { endingTickets = [] }
        return endingTickets.map { .answer($0, .success(activity)) }
    }

    /// Leaves the take: nothing of it is shown any more but its result.
    mutating func close(with result: TakeResult?) {
        var idle = Activity(locale: locale)
        idle.kept = activity.kept
        idle.lastResult = result
        activity = idle
        phase = .idle
        captureNotice = nil
        if engineNotice == .installationFailed { engineNotice = nil }
        earlyInterruption = nil
    }
}
