// SPDX-License-Identifier: MIT

internal import Commanding

extension ListedTake {
    /// What `recover --list --json` prints of each take, in this order.
    static var keys: [JSONKey<ListedTake>] {
        [
            JSONKey("session", "the take") { .string($0.session.rawValue) },
            JSONKey("state", "“kept” or “discarded”") { .string($0.state.rawValue) },
            JSONKey("reason", "why it is kept, or would be: “crashed”, “saved”, “draft”, “undelivered”, “recovered” or “unprocessed”") { .string($0.reason.rawValue) },
            JSONKey("started_timestamp", "when it was started, in microseconds since 1970 UTC") { .integer($0.started.microseconds) },
            JSONKey("duration_usec", "the length of its audio, in microseconds; null while that is unknown") { $0.duration.map { .integer($0.wholeMicroseconds) } ?? .null },
            JSONKey("size", "the size of its audio, in bytes") { .integer($0.size) },
            JSONKey("title", "the name the user gave it; null when it has none") { .text($0.title) },
            JSONKey("locale", "the language that is spoken, a BCP 47 tag") { .string($0.locale) },
            JSONKey("discarded_timestamp", "when it was discarded, in microseconds since 1970 UTC; null of a kept one") { $0.discarded.map { .integer($0.microseconds) } ?? .null },
            JSONKey("expires_timestamp", "when it is deleted for good, in microseconds since 1970 UTC; null of a kept one") {
                $0.expires.map { .integer($0.microseconds) } ?? .null
            },
        ]
    }
}
