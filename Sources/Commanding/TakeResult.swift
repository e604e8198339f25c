// SPDX-License-Identifier: MIT

/// What became of a take.
public struct TakeResult: Hashable, Sendable {
    /// The take.
    public var session: SessionID
    /// How its processing ended.
    public var outcome: RecordingOutcome
    /// The absolute path of the audio; empty when it was discarded.
    public var audioPath: String
    /// The absolute path of the text; empty when there is none.
    public var transcriptPath: String
    /// The length of the audio.
    public var duration: Duration
    /// Why it failed, for `failed` only.
    public var error: RecordingError?

    /// The result of `session`.
    public init(
        session: SessionID, outcome: RecordingOutcome, audioPath: String = "", transcriptPath: String = "", duration: Duration = .zero, error: RecordingError? = nil
    ) {
        self.session = session
        self.outcome = outcome
        self.audioPath = audioPath
        self.transcriptPath = transcriptPath
        self.duration = duration
        self.error = error
    }
}
