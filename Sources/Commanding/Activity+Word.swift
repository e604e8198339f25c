// SPDX-License-Identifier: MIT

internal import Localization

extension Activity {
    /// What is going on, in a word or two.
    public var word: String {
        switch state {
        case .notRecording: localized("Not recording")
        case .recording: localized("Recording")
        case .paused: isInterrupted ? localized("Interrupted") : localized("Paused")
        case .processing: localized("Processing")
        }
    }
}
