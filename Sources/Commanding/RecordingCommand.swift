// SPDX-License-Identifier: MIT

/// What can be asked of the recorder.
///
/// A key press, a bus call, a notification button, a media key and a tray click are only spellings of these.
public enum RecordingCommand: String, Sendable, CaseIterable {
    /// Starts, pauses or resumes: the main button.
    case toggle
    /// Ends a paused take and turns its speech into text.
    case process
    /// Throws a paused take away, or cancels the processing; `recover` brings it back for a while.
    case discard
    /// Starts a take; nothing changes when one is running.
    case start
    /// Pauses a running take; a pause the system made becomes the user's.
    case pause
    /// Resumes a paused take; nothing changes when it is running.
    case resume
    /// Pauses when recording, then processes.
    case finish
}
