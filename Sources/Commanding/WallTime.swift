// SPDX-License-Identifier: MIT

/// A moment of the calendar: CLOCK_REALTIME.
///
/// For names and lists only; nothing is ever measured with it.
public struct WallTime: Comparable, Hashable, Sendable {
    /// Microseconds since 1970-01-01 00:00 UTC.
    public let microseconds: Int64

    /// The moment `microseconds` after the epoch.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Whether `left` came first.
    public static func < (left: WallTime, right: WallTime) -> Bool { left.microseconds < right.microseconds }
}
