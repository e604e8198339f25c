// SPDX-License-Identifier: MIT

/// A moment on CLOCK_MONOTONIC.
public struct MonotonicTime: Comparable, Hashable, Sendable {
    /// Microseconds since an arbitrary point before the machine's programs began; never zero.
    public let microseconds: UInt64

    /// The moment `microseconds` after the clock's zero.
    public init(microseconds: UInt64) { self.microseconds = microseconds }

    /// Whether `left` came first.
    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.microseconds < right.microseconds }

    /// How long after `start` this is: negative when it came before.
    public func duration(since start: MonotonicTime) -> Duration {
        .microseconds(Int64(truncatingIfNeeded: microseconds &- start.microseconds))
    }

    /// The moment `duration` later, held within what the clock can say.
    public func advanced(by duration: Duration) -> MonotonicTime {
        let shift = duration.wholeMicroseconds
        if shift < 0 {
            let (value, underflow) = microseconds.subtractingReportingOverflow(shift.magnitude)
            return MonotonicTime(microseconds: underflow ? 0 : value)
        }
        let (value, overflow) = microseconds.addingReportingOverflow(shift.magnitude)
        return MonotonicTime(microseconds: overflow ? .max : value)
    }
}

extension Duration {
    /// Whole microseconds, rounded toward zero, held within an `Int64`.
    public var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return carry ? (seconds < 0 ? .min : .max) : sum
    }
}
