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
            lastProgress = now
        }
        frames += Int64(count)
        lastArrival = now
    }

    /// Whether a second has passed since this was last true, or since the stretch began.
    mutating func isProgressDue(at now: MonotonicTime) -> Bool {
        guard now.duration(since: lastProgress) >= Self.progressInterval else { return false }
        lastProgress = now
        return true
    }

    /// How much of the stretch never arrived; nil when nothing new is missing.
    ///
    /// Each loss is told once.
    mutating func gap(at now: MonotonicTime) -> Duration? {
        guard let firstFrame else { return nil }
        let expected = now.duration(since: firstFrame)
        let missing = expected - CapturePosition(frames: frames - framesBefore, rate: SoundFormat.rate).duration - toldGap
        guard missing > Self.gapTolerance + expected / Self.driftDivisor else { return nil }
        toldGap += missing
        return missing
    }
}
