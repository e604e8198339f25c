// SPDX-License-Identifier: MIT

internal import Commanding

extension Snapshot {
    /// What `status --json` prints, in this order.
    static var keys: [JSONKey<Snapshot>] {
        [
            JSONKey("state", "“notRecording”, “recording”, “paused” or “processing”") { .string($0.activity.state.rawValue) },
            JSONKey("session", "the open take; empty when none is open") { .string($0.activity.session.rawValue) },
            JSONKey("available_commands", "the commands that would change something now") { .array($0.activity.commands.map { .string($0.rawValue) }) },
            JSONKey("elapsed_usec", "the take's time up to the anchor, in microseconds") { .integer($0.activity.timer.elapsed.wholeMicroseconds) },
            JSONKey("anchor_timestamp_monotonic", "since when the time counts on, in microseconds of CLOCK_MONOTONIC; null while it stands") {
                $0.activity.timer.anchor.map { .natural($0.microseconds) } ?? .null
            },
            JSONKey("current_usec", "the time when this was printed, in microseconds, for those who don't count themselves") { .integer($0.elapsed.wholeMicroseconds) },
            JSONKey("started_timestamp", "when the take was started, in microseconds since 1970 UTC; null when none is open") {
                $0.activity.started.map { .integer($0.microseconds) } ?? .null
            },
            JSONKey("progress", "how far the processing is, 0 to 1; null when nobody knows") { $0.activity.progress.map { .number($0) } ?? .null },
            JSONKey("interrupted", "whether the system paused the take, not the user") { .boolean($0.activity.isInterrupted) },
            JSONKey(
                "notice",
                "what a person should know: “silence”, “clipping”, “lowDisk”, “inputLost”, “inputBack”, “storageFailed”, “gap”, “engineMissing”, “installing” or “installationFailed”; null when there is nothing"
            ) {
                $0.activity.notice.map { .string($0.rawValue) } ?? .null
            },
            JSONKey("source", "the microphone; null when no take is open") { .text($0.activity.source) },
            JSONKey("title", "the name the user gave the take; null when it has none") { .text($0.activity.title) },
            JSONKey("locale", "the language that is spoken, a BCP 47 tag") { .string($0.activity.locale) },
            JSONKey("kept", "the sessions of takes that wait to be processed or discarded, oldest first") { .array($0.activity.kept.map { .string($0.rawValue) }) },
            JSONKey("last_result", "what became of the last take, as listed below; null before the first") {
                $0.activity.lastResult.map { .object($0, TakeResult.keys) } ?? .null
            },
        ]
    }

    var json: JSON { .object(self, Self.keys) }
}
