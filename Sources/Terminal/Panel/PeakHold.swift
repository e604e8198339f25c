// SPDX-License-Identifier: MIT

internal import Commanding

/// The highest level of the last moments: held for a while, then falling evenly.
struct PeakHold: Hashable, Sendable {
    private var peak = -Double.infinity
    private var since = MonotonicTime(microseconds: 0)

    private static let hold = 1.5
    private static let fall = 20.0

    /// Takes a level in dBFS that was measured at `now`.
    mutating func take(_ level: Double, at now: MonotonicTime) {
        guard level >= self.level(at: now) else { return }
        peak = level
        since = now
    }

    /// The level to mark at `now`, in dBFS.
    func level(at now: MonotonicTime) -> Double {
        let seconds = now.duration(since: since) / .seconds(1)
        return peak - max(seconds - Self.hold, 0) * Self.fall
    }
}
