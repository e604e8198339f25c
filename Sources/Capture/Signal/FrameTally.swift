// SPDX-License-Identifier: MIT

internal import Commanding
internal import Recording
internal import SoundFiles

/// Counts the frames of a take and holds the count against the clock.
///
/// Frames ÷ rate is the truth about a take's length. The clock is only a witness: a stretch whose frames fall behind it by more than 0.5 s and 0.1 % (no crystal is that far off) has
/// lost audio on its way, and servers say nothing when that happens.
struct FrameTally {
    /// How often ``isProgressDue(at:)`` says so.
    private static let progressInterval = Duration.seconds(1)
    /// How long nothing may arrive before the process itself counts as held up; what had to wait for it arrives from then on.
    private static let holdUp = Duration.milliseconds(500)
    private static let gapTolerance = Duration.milliseconds(500)
    private static let driftDivisor = 1000

    /// Frames in the take so far.
    private(set) var frames: Int64 = 0
    /// When the first frame of the running stretch was captured; nil while none has arrived.
    private(set) var firstFrame: MonotonicTime?
    /// When the last frames arrived.
    private(set) var lastArrival = MonotonicTime(microseconds: 0)
    private var framesBefore: Int64 = 0
    private var toldGap = Duration.zero
    private var lastProgress = MonotonicTime(microseconds: 0)
    private var framesAtProgress: Int64 = 0

    /// The take's length.
    var position: CapturePosition { CapturePosition(frames: frames, rate: SoundFormat.rate) }

    /// The frames that arrive next are the first of a new stretch.
    mutating func beginStretch() {
        firstFrame = nil
    }

    /// Counts frames that arrived at `now`.
    ///
    /// The stretch's first frame was captured as long before its arrival as what arrived with it lasts. The way from the microphone to us took time as well, which the server only
    /// estimates, and asking for the estimate would wake the process more often; within a stretch it cancels out, because the last frame's way is as long as the first's.
    ///
    /// - Parameter waiting: how many frames are there to be read, these among them.
    mutating func add(_ count: Int, of waiting: Int, at now: MonotonicTime) {
        if firstFrame == nil {
            firstFrame = now.advanced(by: .zero - CapturePosition(frames: Int64(max(count, waiting)), rate: SoundFormat.rate).duration)
            framesBefore = frames
            toldGap = .zero
            beginProgress(at: now)
        } else if now.duration(since: lastArrival) > Self.holdUp {
            beginProgress(at: now)
        }
        frames += Int64(count)
        lastArrival = now
    }

    /// Whether a second has passed since this was last true, or since the stretch began, and the count can be held against the clock.
    ///
    /// It cannot while the count is behind and gaining on it: a process that was stopped for a while, or a machine that was too busy, finds what it missed at the server, and neither is
    /// anything lost until that is read, nor is the count where it will be.
    mutating func isProgressDue(at now: MonotonicTime) -> Bool {
        let passed = now.duration(since: lastProgress)
        guard passed >= Self.progressInterval else { return false }
        let gained = CapturePosition(frames: frames - framesAtProgress, rate: SoundFormat.rate).duration - passed
        beginProgress(at: now)
        return gained < passed / 4 || missing(at: now) <= Self.gapTolerance
    }

    private mutating func beginProgress(at now: MonotonicTime) {
        lastProgress = now
        framesAtProgress = frames
    }

    /// How far the count is behind the clock, but for what has been told.
    private func missing(at now: MonotonicTime) -> Duration {
        guard let firstFrame else { return .zero }
        return now.duration(since: firstFrame) - CapturePosition(frames: frames - framesBefore, rate: SoundFormat.rate).duration - toldGap
    }

    /// How much of the stretch never arrived; nil when nothing new is missing.
    ///
    /// Each loss is told once.
    mutating func gap(at now: MonotonicTime) -> Duration? {
        guard let firstFrame else { return nil }
        let missing = missing(at: now)
        guard missing > Self.gapTolerance + now.duration(since: firstFrame) / Self.driftDivisor else { return nil }
        toldGap += missing
        return missing
    }
}
