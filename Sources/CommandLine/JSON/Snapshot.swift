// SPDX-License-Identifier: MIT

internal import Commanding

/// An activity and the moment it is printed.
struct Snapshot: Sendable {
    let activity: Activity
    let now: MonotonicTime

    /// What the timer shows.
    var elapsed: Duration { activity.timer.elapsed(at: now) }
}
