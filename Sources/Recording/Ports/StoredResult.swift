// SPDX-License-Identifier: MIT

/// Where the files of a finished take are.
public struct StoredResult: Hashable, Sendable {
    /// The absolute path of the audio.
    public var audioPath: String
    /// The absolute path of the text; empty when there is none.
    public var transcriptPath: String

    /// Files at these paths.
    public init(audioPath: String, transcriptPath: String = "") {
        self.audioPath = audioPath
        self.transcriptPath = transcriptPath
    }
}
