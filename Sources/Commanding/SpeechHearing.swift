// SPDX-License-Identifier: MIT

/// The speech engines of this machine, for what needs no recorder and no take.
public protocol SpeechHearing: Sendable {
    /// All engines that are known, best first.
    func engines() async -> [EngineReport]

    /// Turns the speech in a sound file into text.
    ///
    /// - Parameters:
    ///   - audio: the path of the file, in any format that libsndfile reads.
    ///   - locale: the language that is spoken, as a BCP 47 tag; nil for the configured one.
    ///   - engine: the name of the engine; nil for the configured one.
    ///   - progress: called with how far it is, 0 to 1, or nil when nobody knows.
    func transcribe(
        _ audio: String, locale: String?, engine: String?, progress: @escaping @Sendable (Double?) -> Void
    ) async throws(RecordingError) -> Transcript
}
