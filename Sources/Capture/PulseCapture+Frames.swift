// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Logging
internal import Recording

/// What is done with the frames that arrive, and when none do.
extension PulseCapture {
    /// How long a running microphone may deliver nothing.
    private static let stallLimit = Duration.milliseconds(600)
    /// How old the watchdog's deadline may get while frames arrive.
    private static let watchRenewal = stallLimit / 2
    /// How much longer it may when the process itself was held up: what has arrived meanwhile is read in this time.
    private static let stallGrace = Duration.milliseconds(50)

    func stream(_ stream: PulseStream, received frames: UnsafeBufferPointer<Int16>) {
        guard stream === self.stream, let take else { return }
        let now = MonotonicTime.now
        take.append(frames, of: stream.waitingFrames, at: now)
        nextFrames?.succeed(())
        switch phase {
        case .opening: began(stream.source, take)
        case .running where hasSlept: slept(stream)
        case .running: attend(take, at: now)
        case .interrupted(.stalled): returned(stream, take, at: now)
        // What was captured before the stream was corked belongs to the take.
        case .idle, .corked, .interrupted, .failed: break
        }
    }

    private func began(_ source: PulseSource, _ take: CaptureTake) {
        guard let firstFrame = take.tally.firstFrame else { return }
        phase = .running
        watch(after: Self.stallLimit)
        loop.pace = PulseStream.readingPace
        log.info("frames arrive from \(source.name)")
        firstFrames?.succeed(CaptureStart(firstFrame: firstFrame, source: source.description))
    }

    /// The first frames after a sleep of which nobody told.
    private func slept(_ stream: PulseStream) {
        interrupt(.suspended)
        stream.corkSoon()
    }

    /// Tells, about once a second, how far the take is and what should be known about it.
    ///
    /// Not sooner: who started or resumed the take hears of that first.
    private func attend(_ take: CaptureTake, at now: MonotonicTime) {
        // Put off before it fires, the watchdog never wakes the process while frames arrive; put off rarely, it costs nothing either.
        if now.duration(since: watchedSince) > Self.watchRenewal { watch(after: Self.stallLimit) }
        guard take.tally.isProgressDue(at: now) else { return }
        emit(.progressed(take.tally.position, at: now))
        emit(take.set(.silence, take.monitor.isSilent))
        emit(take.set(.clipping, take.monitor.isClipping))
        emit(take.set(.lowDisk, take.timeLeft != nil))
        guard let gap = take.tally.gap(at: now) else { return }
        log.warning("\(gap) of sound never arrived, before frame \(take.tally.frames)")
        emit(take.set(.gap, true))
    }

    /// A microphone that had stalled delivers again.
    ///
    /// It sleeps until somebody wants it.
    private func returned(_ stream: PulseStream, _ take: CaptureTake, at now: MonotonicTime) {
        phase = .interrupted(.sourceSuspended)
        stream.corkSoon()
        emit(.progressed(take.tally.position, at: now))
        tellReturn()
    }

    // MARK: The watchdog

    /// Looks after `delay` whether frames still arrive.
    private func watch(after delay: Duration, suspecting suspect: MonotonicTime? = nil) {
        watchedSince = .now
        watchdog?.cancel()
        watchdog = LoopTimer(after: delay) { [weak self] in self?.checkArrivals(suspecting: suspect) }
    }

    private func checkArrivals(suspecting suspect: MonotonicTime?) {
        guard case .running = phase, let take else { return }
        let arrival = take.tally.lastArrival
        let quiet = MonotonicTime.now.duration(since: arrival)
        if quiet < Self.stallLimit {
            watch(after: Self.stallLimit - quiet)
        } else if suspect == arrival {
            interrupt(.stalled)
        } else {
            watch(after: Self.stallGrace, suspecting: arrival)
        }
    }

    // MARK: The file

    func received(_ report: FLACWriter.Report) {
        switch report {
        case .spaceIsLow(let timeLeft):
            take?.timeLeft = timeLeft
        case .failed(let error, let frames):
            guard let take else { return }
            if case .failed = phase { return }
            log.error("\(error)")
            let position = CapturePosition(frames: frames, rate: take.tally.position.rate)
            phase = .failed(error, position)
            expectNothing()
            stream?.corkSoon()
            firstFrames?.fail(error)
            emit(.failed(error, position))
        }
    }
}
