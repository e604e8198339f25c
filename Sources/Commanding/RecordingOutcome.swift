// SPDX-License-Identifier: MIT

/// How a processing ended.
public enum RecordingOutcome: String, Sendable, CaseIterable {
    /// There is a text.
    case transcribed
    /// Nobody spoke; the audio is kept all the same.
    case noSpeech
    /// The user threw the take away.
    case discarded
    /// There is no text; the audio is kept and can be processed again.
    case failed
}
