// SPDX-License-Identifier: MIT

public import Commanding

/// The beginning of a stretch of captured audio.
public struct CaptureStart: Hashable, Sendable {
    /// When the stretch's first frame was captured.
    public var firstFrame: MonotonicTime
    /// The microphone, as people know it.
    public var source: String

    /// A stretch that began at `firstFrame` on `source`.
    public init(firstFrame: MonotonicTime, source: String) {
        self.firstFrame = firstFrame
        self.source = source
    }
}
