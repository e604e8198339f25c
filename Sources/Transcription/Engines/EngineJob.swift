// SPDX-License-Identifier: MIT

/// One recording for an engine.
struct EngineJob: Hashable, Sendable {
    /// The absolute path of the audio: WAV, 16 bit, mono, 16 kHz.
    var audio: String
    /// The language spoken in it, the first part of a BCP 47 tag.
    var language: String
    /// How many threads the engine may use.
    var threads: Int
    /// The absolute path of an empty folder for this run alone.
    var folder: String
}
