// SPDX-License-Identifier: MIT

/// The time of a take as displays get it: what was counted so far, and the moment since which it counts on.
///
/// A display computes ``elapsed(at:)`` as often as it draws; nobody ever sends it a tick.
public struct ActivityTimer: Hashable, Sendable {
    /// What was counted up to the anchor, or in all when there is none.
    public var elapsed: Duration
    /// Since when it counts on; nil when the timer stands.
    public var anchor: MonotonicTime?

    /// A timer that stands at `elapsed`, or counts on from it since `anchor`.
    public init(elapsed: Duration = .zero, anchor: MonotonicTime? = nil) {
        self.elapsed = elapsed
        self.anchor = anchor
    }

    /// What the timer shows at `now`; an anchor that lies ahead adds nothing.
    public func elapsed(at now: MonotonicTime) -> Duration {
        guard let anchor, now > anchor else { return elapsed }
        return elapsed + now.duration(since: anchor)
    }
}
