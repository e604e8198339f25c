// SPDX-License-Identifier: MIT

public import Commanding

/// How a terminal's session ended, and so what its owner has to do.
public enum TerminalEnding: Hashable, Sendable {
    /// The recorder's own terminal was quit with no take open: end the recorder.
    case quit
    /// The recorder's own terminal was quit for the take to be saved: keep the audio, end the recorder.
    case saveAndQuit
    /// The recorder's own terminal was quit for the take to go on: live on without a terminal.
    case background
    /// An attached terminal was quit: nothing changes for the recorder.
    case detached
    /// The terminal itself is gone: what SIGHUP says, too.
    case hangup
    /// The recorder is gone, with the reason where one is known.
    case lostRecorder(RecordingError?)
}
