// SPDX-License-Identifier: MIT

internal import Commanding

/// A text and the take it belongs to.
struct NamedTranscript: Sendable {
    let session: SessionID
    let transcript: Transcript

    /// What `transcript --json` prints, in this order.
    static var keys: [JSONKey<NamedTranscript>] {
        [
            JSONKey("session", "the take") { .string($0.session.rawValue) },
            JSONKey("title", "the name the user gave the take; null when it has none") { .text($0.transcript.title) },
            JSONKey("text", "the whole text; empty when nobody spoke") { .string($0.transcript.text) },
            JSONKey("engine", "the engine that heard it; null when that is not known") { .text($0.transcript.engine) },
            JSONKey("model", "the engine's model; null when that is not known") { .text($0.transcript.model) },
            JSONKey("language", "the language it was heard in, a BCP 47 tag; null when that is not known") { .text($0.transcript.language) },
            JSONKey("draft", "whether the engine is only a stopgap, so that the take is better processed again later") { .boolean($0.transcript.isDraft) },
            JSONKey("segments", "the stretches of speech, in order, each with “start_usec”, “end_usec” and “text”") {
                .array($0.transcript.segments.map { .object($0, Transcript.Segment.keys) })
            },
        ]
    }
}

extension Transcript.Segment {
    fileprivate static var keys: [JSONKey<Transcript.Segment>] {
        [
            JSONKey("start_usec", "when it begins in the audio, in microseconds") { .integer($0.start.wholeMicroseconds) },
            JSONKey("end_usec", "when it ends in the audio, in microseconds") { .integer($0.end.wholeMicroseconds) },
            JSONKey("text", "what was said") { .string($0.text) },
        ]
    }
}
