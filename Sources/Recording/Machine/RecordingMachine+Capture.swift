// SPDX-License-Identifier: MIT

internal import Commanding

/// What the capture says: frames, interruptions, notices.
extension RecordingMachine {
    mutating func started(_ take: StoredTake, _ start: CaptureStart, at now: MonotonicTime) -> [RecordingEffect] {
        // Only the effect `startTake` leads here, and only `starting` asks for it.
        guard case .starting(let request) = phase else { return [] }
        activity.session = take.session
        activity.started = take.started
        activity.title = take.title
        activity.locale = take.locale
        return enterRecording(start, elapsed: .zero, request, at: now)
    }

    mutating func startFailed(_ error: RecordingError) -> [RecordingEffect] {
        guard case .starting(let request) = phase else { return [] }
        phase = .idle
        earlyInterruption = nil
        return complain(error, to: request) + refuse(request, isEnding ? .ending : error) + allowEnding()
    }

    mutating func paused(_ position: CapturePosition) -> [RecordingEffect] {
        // Late when an interruption has ended the stretch before the stream was corked: the pause is made then, and its position counted.
        guard case .pausing(let request) = phase else { return [] }
        return enterPaused(.user, elapsed: position.duration, request)
    }

    /// A stream that is gone delivers nothing, which is what was wanted; what it delivered is on its way into the file.
    mutating func pauseFailed(at now: MonotonicTime) -> [RecordingEffect] {
        guard case .pausing(let request) = phase else { return [] }
        return enterPaused(.user, elapsed: activity.timer.elapsed(at: now), request)
    }

    mutating func resumed(_ start: CaptureStart, at now: MonotonicTime) -> [RecordingEffect] {
        guard case .resuming(let request, _) = phase else { return [] }
        activity.isInterrupted = false
        return enterRecording(start, elapsed: activity.timer.elapsed, request, at: now)
    }

    mutating func resumeFailed(_ error: RecordingError) -> [RecordingEffect] {
        guard case .resuming(let request, let pause) = phase else { return [] }
        phase = .paused(pause)
        earlyInterruption = nil
        return complain(error, to: request) + refuse(request, error) + saveIfEnding()
    }

    /// An attempt that nobody asked for fails in silence: the take stays as it was, and says so.
    private func complain(_ error: RecordingError, to request: Request?) -> [RecordingEffect] { request == nil || isEnding ? [] : [.complain(error)] }

    mutating func captured(_ event: CaptureEvent, at now: MonotonicTime) -> [RecordingEffect] {
        switch event {
        case .progressed(let position, let moment): return progressed(to: position, at: moment)
        case .interrupted(let interruption, let position): return interrupted(interruption, position, at: now)
        case .failed(let error, let position): return failed(error, position)
        case .available: return available(at: now)
        case .noticed(let notice, let timeLeft): return noticed(notice, timeLeft)
        }
    }

    /// The audio is the truth: when the clock and the count of frames have come apart, the timer is anchored to the frames.
    private mutating func progressed(to position: CapturePosition, at moment: MonotonicTime) -> [RecordingEffect] {
        guard case .recording = phase else { return [] }
        let difference = activity.timer.elapsed(at: moment) - position.duration
        guard difference > Self.driftLimit || difference < .zero - Self.driftLimit else { return [] }
        activity.timer = ActivityTimer(elapsed: position.duration, anchor: moment)
        return [publish()]
    }

    private mutating func interrupted(_ interruption: Interruption, _ position: CapturePosition, at now: MonotonicTime) -> [RecordingEffect] {
        let pause = Pause.interruption(interruption, at: now)
        switch phase {
        case .recording:
            return loseInput(pause, .inputLost, position)
        case .pausing(let request):
            // The user was faster, or as fast: the pause is theirs.
            return enterPaused(.user, elapsed: position.duration, request)
        case .starting, .resuming:
            earlyInterruption = (interruption, position)
            return []
        case .paused(.interruption):
            // A second reason for the same pause: the newest decides whether it may end by itself.
            phase = .paused(pause)
            return []
        case .idle, .paused(.user), .paused(.failure), .processing, .storing, .saving:
            return []
        }
    }

    /// The file takes no more: what it holds is kept, and nothing goes on by itself.
    private mutating func failed(_ error: RecordingError, _ position: CapturePosition) -> [RecordingEffect] {
        switch phase {
        case .recording:
            let notice: Notice =
                switch error.name {
                case .noSpace: .lowDisk
                case .storageFailed: .storageFailed
                default: .inputLost
                }
            return loseInput(.failure, notice, position, error) + [.complain(error)]
        case .pausing(let request):
            return enterPaused(.user, elapsed: position.duration, request)
        case .idle, .starting, .paused, .resuming, .processing, .storing, .saving:
            return []
        }
    }

    /// The microphone is back: the take goes on if the system alone had paused it, not long ago.
    private mutating func available(at now: MonotonicTime) -> [RecordingEffect] {
        guard case .paused(let pause) = phase, case .interruption(let interruption, let moment) = pause else { return [] }
        guard interruption.mayResume, now.duration(since: moment) <= Self.interruptionLimit else { return captureNotice == .inputLost ? noticed(.inputBack, nil) : [] }
        phase = .resuming(nil, from: pause)
        return [.resumeCapture]
    }

    private mutating func noticed(_ notice: Notice?, _ timeLeft: Duration?) -> [RecordingEffect] {
        guard !activity.session.rawValue.isEmpty, activity.state == .recording || activity.state == .paused, notice != captureNotice else { return [] }
        captureNotice = notice
        return [publish()] + (notice.map { [.warn($0, NoticeDetails(timeLeft: timeLeft), activity.session)] } ?? [])
    }

    private mutating func loseInput(_ pause: Pause, _ notice: Notice, _ position: CapturePosition, _ error: RecordingError? = nil) -> [RecordingEffect] {
        activity.isInterrupted = true
        captureNotice = notice
        return enterPaused(pause, elapsed: position.duration, nil) + [.warn(notice, NoticeDetails(error: error), activity.session)]
    }

    private mutating func enterRecording(_ start: CaptureStart, elapsed: Duration, _ request: Request?, at now: MonotonicTime) -> [RecordingEffect] {
        phase = .recording
        captureNotice = nil
        activity.state = .recording
        activity.source = start.source
        activity.timer = ActivityTimer(elapsed: elapsed, anchor: start.firstFrame)
        var effects = [publish()] + accept(request)
        if let (interruption, position) = earlyInterruption {
            earlyInterruption = nil
            effects += interrupted(interruption, position, at: now)
        }
        return effects + saveIfEnding()
    }

    /// The take rests, with all the audio it has.
    ///
    /// A `finish` goes on from here as `process`.
    private mutating func enterPaused(_ pause: Pause, elapsed: Duration, _ request: Request?) -> [RecordingEffect] {
        phase = .paused(pause)
        activity.state = .paused
        activity.timer = ActivityTimer(elapsed: elapsed)
        let publication = publish()
        guard !isEnding else { return [publication] + refuse(request, .ending) + saveIfEnding() }
        guard var next = request, next.command == .finish else { return [publication] + accept(request) }
        next.command = .process
        return [publication] + decide(next)
    }
}
