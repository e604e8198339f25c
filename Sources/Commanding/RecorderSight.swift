// SPDX-License-Identifier: MIT

/// What someone sees who looks for a recorder.
public enum RecorderSight: Hashable, Sendable {
    /// A recorder, and what it is doing.
    case activity(Activity)
    /// No recorder that could be asked, and why: none is running, it does not answer, or the bus is away.
    case absent(RecordingError)
}
