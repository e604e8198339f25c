// SPDX-License-Identifier: MIT

/// How often the progress of a processing may be announced: twice a second.
///
/// Moments are microseconds of CLOCK_MONOTONIC.
struct ProgressPace {
    private static let interval: UInt64 = 500_000
    private var last: UInt64?

    /// How long the progress has to wait at `now`; nil when it may go.
    func delay(at now: UInt64) -> Duration? {
        guard let last, now >= last, now - last < Self.interval else { return nil }
        return .microseconds(Int64(Self.interval - (now - last)))
    }

    /// Takes note of a progress that went at `now`.
    mutating func sent(at now: UInt64) { last = now }
}
