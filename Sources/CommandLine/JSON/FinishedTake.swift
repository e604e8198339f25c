// SPDX-License-Identifier: MIT

internal import Commanding

/// A take whose processing was waited for.
struct FinishedTake: Sendable {
    let result: TakeResult
    /// Nil when there is no text.
    let transcript: Transcript?

    /// What `--wait --json` prints: the result, and its text.
    static var keys: [JSONKey<FinishedTake>] {
        TakeResult.keys.map { key in JSONKey(key.name, key.meaning) { key.value($0.result) } } + [
            JSONKey("transcript", "the text, as “tallylight transcript --json” prints it; null when there is none") { take in
                take.transcript.map { .object(NamedTranscript(session: take.result.session, transcript: $0), NamedTranscript.keys) } ?? .null
            }
        ]
    }
}
