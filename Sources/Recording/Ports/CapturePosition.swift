// SPDX-License-Identifier: MIT

internal import Commanding

/// How much audio a take has.
public struct CapturePosition: Hashable, Sendable {
    /// Frames in the file, or on their way into it.
    public var frames: Int64
    /// Frames a second.
    public var rate: Int

    /// A position of `frames` at `rate`.
    public init(frames: Int64, rate: Int = 48_000) {
        self.frames = frames
        self.rate = rate
    }

    /// The position after `duration`, held within 6 years.
    public init(duration: Duration, rate: Int = 48_000) {
        let microseconds = min(max(0, duration.wholeMicroseconds), Int64.max / Int64(rate))
        self.init(frames: microseconds * Int64(rate) / 1_000_000, rate: rate)
    }

    /// The length of the audio, to the microsecond.
    public var duration: Duration {
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: Int64(rate))
        return .seconds(seconds) + .microseconds(rest * 1_000_000 / Int64(rate))
    }
}
