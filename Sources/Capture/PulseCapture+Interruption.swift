// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Logging
internal import Recording

/// How the microphone is lost and found.
extension PulseCapture: PulseStreamListening {
    /// How long to wait before the server is tried again, at first and at most.
    private static let retryDelays = (first: Duration.milliseconds(300), longest: Duration.seconds(5))
    /// How long the server may take to say which sources it has.
    private static let patience = Duration.seconds(3)
    /// How long going to sleep may take, server and disk together: logind waits 5 s, for all its programs.
    private static let sleepPatience = Duration.milliseconds(900)
    /// How long the machine has been asleep at least when it has.
    private static let sleepLimit = Duration.seconds(1)

    /// The stretch is over, and not because anybody asked for it.
    ///
    /// Whatever the reason given, one that is found after a sleep is the sleep.
    func interrupt(_ reason: Interruption) {
        guard let take else { return }
        let reason = hasSlept ? .suspended : reason
        phase = .interrupted(reason)
        expectNothing()
        take.writer.flush()
        log.notice("the microphone was taken away: \(reason.rawValue)")
        emit(.interrupted(reason, take.tally.position))
    }

    /// Whether the machine was asleep since frames were last asked for: where no login manager tells of it before, this tells after.
    var hasSlept: Bool { MonotonicClock.timeAsleep - timeAsleepBefore > Self.sleepLimit }

    /// The microphone is there again, and the take may go on, unless the machine was asleep meanwhile.
    func tellReturn() {
        if hasSlept { interrupt(.suspended) } else { emit(.available) }
    }

    /// Ends the stretch because the machine goes to sleep, and waits for the disk.
    @LoopActor public func suspend() async {
        guard let take else { return }
        let deadline = MonotonicTime.after(Self.sleepPatience)
        switch phase {
        case .running, .interrupted(.sourceGone), .interrupted(.sourceSuspended), .interrupted(.serverGone), .interrupted(.stalled):
            rest()
            interrupt(.suspended)
            // What the server had in hand arrives before its answer.
            try? await stream?.cork(true, by: .after(Self.sleepPatience / 3))
        // A stretch that has not begun yet ends as it begins, after the sleep.
        case .idle, .opening, .corked, .interrupted, .failed:
            break
        }
        // In the order of the writes: what waits here, waits for all before it, the last sync too.
        take.writer.flush()
        try? await take.writer.settle(by: deadline)
    }

    /// All is as before the resume that failed: an interruption is not over, and a microphone that was not there is looked for again.
    func resumeFailed(from former: Phase, _ source: PulseSource?, _ error: RecordingError) {
        guard case .interrupted(let reason) = former else {
            phase = .corked
            stream?.corkSoon()
            return
        }
        phase = former
        // A stalled stream is left running: its next frames tell that it is back.
        if reason != .stalled { stream?.corkSoon() }
        guard error.name == .noInputDevice, stream == nil, reason.mayResume, let source else { return }
        search = Loop.shared.task { [weak self] in
            guard (try? await LoopTimer.sleep(for: Self.retryDelays.first)) != nil else { return }
            await self?.awaitReturn(of: source)
        }
    }

    func stream(_ stream: PulseStream, isSuspended: Bool) {
        guard stream === self.stream else { return }
        switch phase {
        case .running where isSuspended:
            interrupt(.sourceSuspended)
            stream.corkSoon()
        case .interrupted(.sourceSuspended) where !isSuspended:
            tellReturn()
        // A source whose only stream is corked is suspended to save power, and wakes up with it.
        case .idle, .opening, .running, .corked, .interrupted, .failed:
            break
        }
    }

    func streamEnded(_ stream: PulseStream) {
        guard stream === self.stream else { return }
        self.stream = nil
        stream.close()
        switch phase {
        case .running:
            phase = .interrupted(.sourceGone)
            expectNothing()
            search = Loop.shared.task { [weak self] in await self?.investigate(stream.source) }
        case .interrupted(let reason) where reason.mayResume:
            search(for: stream.source)
        case .opening:
            firstFrames?.fail(.noFrames(stream.source.description))
        case .idle, .corked, .interrupted, .failed:
            break
        }
    }

    func lost(_ connection: PulseConnection) {
        guard connection === self.connection else { return }
        closeMicrophone()
        switch phase {
        case .running:
            interrupt(.serverGone)
            guard !hasSlept else { return }
            fallthrough
        case .interrupted(.stalled), .interrupted(.sourceSuspended):
            guard let source = take?.source else { return }
            search(for: source)
        case .opening:
            firstFrames?.fail(.serverSilent)
        // Whoever looks for a source notices by themselves.
        case .idle, .corked, .interrupted, .failed:
            break
        }
    }

    /// Finds out why the stream ended: the server says the same when the source was removed and when the user ended the stream in the mixer.
    private func investigate(_ source: PulseSource) async {
        let sources = try? await connection?.sources(by: .after(Self.patience))
        guard !Task.isCancelled else { return }
        let reason: Interruption =
            if let sources { sources.contains { $0.index == source.index } ? .killed : .sourceGone } else { .serverGone }
        interrupt(reason)
        if reason.mayResume, !hasSlept { await awaitReturn(of: source) }
    }

    /// Has the return of a source told.
    func search(for source: PulseSource) {
        search = Loop.shared.task { [weak self] in await self?.awaitReturn(of: source) }
    }

    /// Waits until the source is there again, on this connection or a new one, and says so.
    private func awaitReturn(of source: PulseSource) async {
        var delay = Self.retryDelays.first
        while !Task.isCancelled {
            do throws(RecordingError) {
                let connection = if let open = self.connection { open } else { try await connect(by: .after(Self.patience)) }
                guard !Task.isCancelled else { return }
                self.connection = connection
                delay = Self.retryDelays.first
                // First listen, then look: what comes in between is heard.
                let changes = try await connection.sourceChanges(by: .after(Self.patience))
                if try await find(source, on: connection) { return }
                for await _ in changes where try await find(source, on: connection) { return }
            } catch {
                log.info("the microphone is still away: \(error)")
                guard !Task.isCancelled else { return }
                connection?.close()
                connection = nil
            }
            guard (try? await LoopTimer.sleep(for: delay)) != nil else { return }
            delay = min(delay * 2, Self.retryDelays.longest)
        }
    }

    /// Whether the source is there; says so if it is.
    private func find(_ source: PulseSource, on connection: PulseConnection) async throws(RecordingError) -> Bool {
        let sources = try await connection.sources(by: .after(Self.patience))
        guard !Task.isCancelled, sources.contains(where: { $0.name == source.name }) else { return false }
        log.notice("the microphone is back")
        tellReturn()
        return true
    }
}
