// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

/// What a client says of its own.
extension RecordingError {
    /// It was there, and is gone.
    static var recorderEnded: RecordingError {
        RecordingError(.notRunning, localized("The recorder has ended."))
    }
}
