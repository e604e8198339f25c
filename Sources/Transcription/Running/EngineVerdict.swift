// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

/// Whether a run succeeded.
///
/// The exit code alone proves nothing: some engines return 0 when they could not read the audio.
struct EngineVerdict: Hashable, Sendable {
    /// What the engine is called.
    var engine: String
    /// How its process ended.
    var ending: ChildProcess.Ending
    /// What its reader made of its output.
    var result: EngineResult
    /// The last it complained of.
    var lastWords: String?

    /// What the engine heard, if it was through.
    func segments() throws(RecordingError) -> [HeardSegment] {
        switch (ending, result) {
        case (.exited(0), .heard(let segments)): return segments
        case (.exited(0), .unfinished): throw .unfinished(engine, lastWords: words)
        case (.exited(let code), _): throw .ended(engine, code: code, lastWords: words)
        case (.killed(let signal), _): throw .crashed(engine, signal: signal, lastWords: words)
        }
    }

    /// The last words as they can stand in a sentence: one line, nothing a terminal would act upon.
    private var words: String? {
        guard let lastWords else { return nil }
        let words = SpokenText.inert(lastWords)
        return words.hasSuffix(".") ? String(words.dropLast()) : words.isEmpty ? nil : words
    }
}
