// SPDX-License-Identifier: MIT

internal import Commanding

extension TakeResult {
    /// What there is to say about a take that has ended.
    static var keys: [JSONKey<TakeResult>] {
        [
            JSONKey("session", "the take") { .string($0.session.rawValue) },
            JSONKey("outcome", "“transcribed”, “noSpeech”, “discarded” or “failed”") { .string($0.outcome.rawValue) },
            JSONKey("audio_path", "the file with the audio; null when there is none") { .text($0.audioPath) },
            JSONKey("transcript_path", "the file with the text; null when there is none") { .text($0.transcriptPath) },
            JSONKey("duration_usec", "the length of the audio, in microseconds") { .integer($0.duration.wholeMicroseconds) },
            JSONKey("error_name", "after “failed”: the name of the error; else null") { $0.error.map { .string($0.name.rawValue) } ?? .null },
            JSONKey("error_message", "after “failed”: what happened and what to do, as a sentence; else null") { $0.error.map { .string($0.message) } ?? .null },
        ]
    }
}
