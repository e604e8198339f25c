// SPDX-License-Identifier: MIT

/// What came of a kill.
package struct KillResult: Sendable {
    /// Where the take was found again.
    package enum Place: Equatable, Sendable {
        /// A kept one: to be processed or discarded by its session.
        case kept
        /// With the user's documents.
        case documents
        /// Where a discard puts it, and brought back from there.
        case discarded
        /// Nowhere: it had no frame on the disk yet.
        case unbegun
        /// Nowhere although it had to be, or not as it must be: a sentence says how.
        case unrecoverable(String)
    }

    /// The kill.
    package let plan: KillPlan
    /// Where the take is.
    package let place: Place
    /// How many frames can be read.
    package let frames: Int
    /// How much of what the recorder had been given cannot be read, in frames.
    package let lost: Int

    /// The loss in milliseconds.
    package var lostMilliseconds: Double { Double(lost) / 48 }
    /// Whether nothing of it can be had any more, or it is not what was played.
    package var isUnrecoverable: Bool { if case .unrecoverable = place { true } else { false } }
    /// Whether it is as promised: recoverable, and no more than the last second lost.
    package var isAsPromised: Bool { !isUnrecoverable && lost <= 48_000 }

    /// The kill in a line.
    package var line: String {
        "#\(plan.number) \(plan.moment.rawValue): recorded \(plan.talk), killed after \(plan.delay); \(place), \(frames) frames, \(lost / 48) ms lost"
    }
}
