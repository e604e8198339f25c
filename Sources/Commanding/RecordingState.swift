// SPDX-License-Identifier: MIT

/// What the recorder is doing, spelled the same on the bus, in JSON and in the documentation.
public enum RecordingState: String, Sendable, CaseIterable {
    /// Idle; the microphone is closed.
    case notRecording
    /// Frames are arriving and are being written; the timer runs.
    case recording
    /// The take is kept and the microphone sleeps; it can be resumed, processed or discarded.
    case paused
    /// The capture is over; the speech is being turned into text.
    case processing
}
