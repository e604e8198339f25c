// SPDX-License-Identifier: MIT

public import Commanding

/// What happens to a capture by itself.
public enum CaptureEvent: Hashable, Sendable {
    /// Audio has arrived: the take had `position` when the clock showed `at`. About once a second while frames arrive.
    case progressed(CapturePosition, at: MonotonicTime)
    /// The microphone was taken away. The stretch is over; `position` counts all of it.
    case interrupted(Interruption, CapturePosition)
    /// The microphone is there again.
    case available
    /// Something a person should know, nil when it is over; and how much longer can be recorded at least, when that is what is told.
    case noticed(Notice?, timeLeft: Duration? = nil)
    /// The file can take no more; what it holds is safe.
    case failed(RecordingError, CapturePosition)
}
