// SPDX-License-Identifier: MIT

public import Commanding

/// Turns the speech of an audio file into text, on this machine.
public protocol Transcribing: Sendable {
    /// Why a take in `locale` could not be turned into text now; nil when nothing speaks against it.
    ///
    /// To be asked before an hour is recorded, not after.
    func obstacle(for locale: String) async -> RecordingError?

    /// Turns the speech in `audio` into text. When the task is cancelled, the engine is ended and gone before this throws `Cancelled`.
    ///
    /// - Parameters:
    ///   - audio: the absolute path of the file.
    ///   - locale: the language spoken in it, a BCP 47 tag.
    ///   - progress: called on the recorder's executor with how far it is, 0 to 1, in rising order; nil when nobody knows.
    /// - Returns: the text, empty when nobody spoke.
    func transcribe(_ audio: String, locale: String, progress: @escaping @Sendable (Double?) -> Void) async throws(RecordingError) -> Transcript
}
