// SPDX-License-Identifier: MIT

public import Commanding
public import EventLoop
internal import Logging
public import Recording

/// Captures from a microphone of the sound server, PulseAudio or PipeWire, through libpulse.
///
/// libpulse runs on the event loop, and so does everything here; only the file has a thread of its own. Between two calls nothing is open that was not asked for: no connection before
/// `start`, none after `stop`.
///
/// A microphone that is taken away ends the stretch with an event and is looked for; it is never replaced by another one behind the user's back, because the server's next choice
/// is often the monitor of an output. Levels, mutes and defaults are the user's: nothing is ever set on the server.
///
/// How it hears of an interruption is in `PulseCapture+Interruption`, what it does with frames in `+Frames`.
@LoopActor
public final class PulseCapture: Capturing {
    /// What the microphone is doing.
    enum Phase {
        /// No take is open.
        case idle
        /// Frames were asked for and have not arrived.
        case opening
        /// Frames arrive.
        case running
        /// The user let the microphone sleep.
        case corked
        /// The system took the microphone away.
        case interrupted(Interruption)
        /// The file takes no more; this much is safe.
        case failed(RecordingError, CapturePosition)
    }

    /// How long a server, a microphone and a disk may take together until frames are in the file.
    private static let patience = Duration.seconds(3)
    /// How long a server may take to cork a stream before it is left instead.
    private static let corkPatience = Duration.seconds(1)
    /// How long a stop waits for frames that are on their way.
    private static let linger = Duration.milliseconds(150)

    /// What happens to the capture by itself, in order.
    ///
    /// One reader; kept until read.
    public nonisolated let events: AsyncStream<CaptureEvent>

    private let sink: AsyncStream<CaptureEvent>.Continuation
    private let device: String?
    private let server: String?
    let loop = PulseMainLoop()
    var phase = Phase.idle
    var take: CaptureTake?
    var connection: PulseConnection?
    var stream: PulseStream?
    /// Whether the open take was started: before, whatever happens makes the start fail and is no event.
    private var isStarted = false
    /// Who waits for a stretch's first frames, and who for any frames.
    var firstFrames: Reply<CaptureStart>?
    var nextFrames: Reply<Void>?
    var watchdog: LoopTimer?
    var watchedSince = MonotonicTime(microseconds: 0)
    /// How long the machine had been asleep when frames were last asked for.
    var timeAsleepBefore = Duration.zero
    /// Finds out what happened to the microphone and waits for its return.
    var search: Task<Void, Never>?

    /// A capture from one device of one server.
    ///
    /// - Parameters:
    ///   - device: the name of a source or, failing that, its description; nil for the default source at the time.
    ///   - server: the server's address as libpulse spells it; nil for the one libpulse finds, by `PULSE_SERVER` first of all.
    public init(device: String? = nil, server: String? = nil) {
        self.device = device
        self.server = server
        (events, sink) = AsyncStream.makeStream()
    }

    // MARK: The port

    /// Opens the microphone and writes what it delivers to a new file at `path`.
    @LoopActor public func start(at path: String) async throws(RecordingError) -> CaptureStart {
        guard case .idle = phase else { throw .alreadyOpen }
        phase = .opening
        timeAsleepBefore = MonotonicClock.timeAsleep
        let deadline = MonotonicTime.after(Self.patience)
        let take = CaptureTake(FLACWriter(path) { [weak self] in self?.received($0) })
        self.take = take
        do throws(RecordingError) {
            try await take.writer.create(by: deadline)
            let start = try await openMicrophone(by: deadline)
            try await take.writer.settle(by: deadline)
            guard case .running = phase else { throw .noFrames(start.source) }
            isStarted = true
            return start
        } catch {
            await abandon(take)
            throw error
        }
    }

    /// Lets the microphone sleep.
    ///
    /// - Returns: the position when the server had done so. What was on its way is counted; a server that keeps the begun fragment (PipeWire does) delivers it after a resume.
    @LoopActor public func pause() async throws(RecordingError) -> CapturePosition {
        guard let take else { throw .noTake }
        if case .failed(_, let position) = phase { return position }
        phase = .corked
        rest()
        if let stream {
            do throws(RecordingError) {
                try await cork(stream, of: take)
            } catch {
                log.notice("the stream could not be corked and is closed: \(error)")
                closeMicrophone()
            }
        }
        take.writer.flush()
        return take.tally.position
    }

    /// Has the microphone sleep, and takes in all it heard before.
    ///
    /// After a hold-up of ours the server has up to 43 s in hand, and answers between two pieces of that: it is all here when nothing came between two answers.
    private func cork(_ stream: PulseStream, of take: CaptureTake) async throws(RecordingError) {
        try await stream.cork(true, by: .after(Self.corkPatience))
        var frames: Int64
        repeat {
            frames = take.tally.frames
            try await stream.cork(true, by: .after(Self.corkPatience))
        } while take.tally.frames != frames
    }

    /// Wakes the microphone up again, or finds it again when it was lost.
    @LoopActor public func resume() async throws(RecordingError) -> CaptureStart {
        guard let take else { throw .noTake }
        if case .failed(let error, _) = phase { throw error }
        if case .running = phase, let source = take.source, let firstFrame = take.tally.firstFrame {
            return CaptureStart(firstFrame: firstFrame, source: source.description)
        }
        rest()
        let (former, source) = (phase, take.source)
        phase = .opening
        timeAsleepBefore = MonotonicClock.timeAsleep
        take.beginStretch()
        let deadline = MonotonicTime.after(Self.patience)
        do throws(RecordingError) {
            guard let stream else { return try await openMicrophone(by: deadline) }
            return try await wake(stream, by: deadline)
        } catch {
            if case .opening = phase { resumeFailed(from: former, source, error) } else { stream?.corkSoon() }
            throw error
        }
    }

    /// Closes the microphone and the file, with the last frames in it.
    ///
    /// - Returns: the length of what is on disk.
    @LoopActor public func stop() async throws(RecordingError) -> CapturePosition {
        guard let take else { throw .noTake }
        if case .running = phase {
            // The fragment that is being filled now holds the last thing said.
            expectNothing()
            let frames = Reply<Void>()
            nextFrames = frames
            _ = try? await frames.value(by: .after(Self.linger), else: .noTake)
            if let stream { try? await cork(stream, of: take) }
        }
        rest()
        closeMicrophone()
        phase = .idle
        isStarted = false
        self.take = nil
        let frames = try await take.writer.close()
        if frames != take.tally.frames { log.error("of \(take.tally.frames) frames the file holds \(frames)") }
        return CapturePosition(frames: frames, rate: take.tally.position.rate)
    }

    /// The peak of the last fragment in dBFS; minus infinity when nothing is being captured.
    @LoopActor public func level() async -> Double {
        guard case .running = phase, let take else { return -.infinity }
        return take.monitor.level
    }

    // MARK: The microphone

    func emit(_ event: CaptureEvent?) {
        guard let event, isStarted else { return }
        sink.yield(event)
    }

    /// Connects to the server, once.
    func connect(by deadline: MonotonicTime) async throws(RecordingError) -> PulseConnection {
        let connection = try await PulseConnection.open(server, on: loop, by: deadline)
        connection.onLoss = { [weak self, weak connection] in
            guard let connection else { return }
            self?.lost(connection)
        }
        return connection
    }

    private func openMicrophone(by deadline: MonotonicTime) async throws(RecordingError) -> CaptureStart {
        do throws(RecordingError) {
            let connection = if let open = self.connection { open } else { try await connect(by: deadline) }
            self.connection = connection
            let (standard, sources) = (try await connection.defaultSource(by: deadline), try await connection.sources(by: deadline))
            // A take goes on with its own microphone when that is there, whatever has become the default meanwhile.
            let own = sources.first { $0.name == take?.source?.name }
            let source = if let own { own } else { try PulseSource.choose(device, default: standard, from: sources) }
            let stream = try PulseStream(source, over: connection, for: self)
            self.stream = stream
            take?.source = source
            let frames = Reply<CaptureStart>()
            firstFrames = frames
            try await stream.connect(by: deadline)
            return try await frames.value(by: deadline, else: .noFrames(source.description))
        } catch {
            closeMicrophone()
            throw error
        }
    }

    private func wake(_ stream: PulseStream, by deadline: MonotonicTime) async throws(RecordingError) -> CaptureStart {
        let frames = Reply<CaptureStart>()
        firstFrames = frames
        try await stream.cork(false, by: deadline)
        return try await frames.value(by: deadline, else: .noFrames(stream.source.description))
    }

    /// Frames are not expected any more: nobody looks out for them, and whatever the server says is news.
    func expectNothing() {
        watchdog?.cancel()
        watchdog = nil
        loop.pace = nil
    }

    func rest() {
        expectNothing()
        search?.cancel()
        search = nil
    }

    func closeMicrophone() {
        stream?.close()
        stream = nil
        connection?.close()
        connection = nil
    }

    private func abandon(_ take: CaptureTake) async {
        rest()
        closeMicrophone()
        await take.writer.abandon(by: .after(Self.corkPatience))
        self.take = nil
        phase = .idle
    }
}
