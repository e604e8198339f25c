// SPDX-License-Identifier: MIT

/// A life a take can have, all of whose steps the power is cut after.
package enum PowerCutLife: String, CaseIterable, Sendable {
    /// Recorded, paused, resumed, finished without a word in it.
    case silent = "record, pause, resume, finish"
    /// Finished with its text.
    case spoken = "finish with a text"
    /// The same to documents on another disk.
    case elsewhere = "finish with a text, documents on another disk"
    /// Finished with the text of an engine whose texts are drafts, which stays with the take; then given a title.
    case draft = "finish with a draft, set a title"
    /// Discarded, brought back, discarded.
    case discarded = "discard, recover, discard"
    /// Discarded for good.
    case removed = "discard for good"
    /// Ended by SIGTERM while it is recorded.
    case terminated = "end the recorder"
    /// Turned into text by the next recorder, its audio being in the documents already.
    case late = "process what an ended recorder saved"

    /// What is on the disk when the power goes.
    package enum Disk: String, CaseIterable, Sendable {
        /// Nothing but what was synced.
        case synced = "synced only"
        /// All names, but of files only what was synced: the journal was committed by somebody else.
        case committed = "journal committed"
    }

    var configuration: String { "install-engines = no\nlanguage = en\n" + (self == .removed ? "discarded-minutes = 0\n" : "") }
    /// Which engine its recorder has.
    var hasText: Bool { [.spoken, .elsewhere, .draft, .late].contains(self) }
    /// How long is recorded: what is longer than a second, and steady, is noise to the recorder, and not given to an engine.
    var talk: Duration { hasText ? .milliseconds(500) : .milliseconds(2300) }
}
