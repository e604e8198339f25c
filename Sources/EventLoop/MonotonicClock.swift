// SPDX-License-Identifier: MIT

internal import Glibc

/// CLOCK_MONOTONIC, the clock of every published time: what GLib, JavaScript and Python read too.
///
/// It stands still in suspend, as capture does.
public enum MonotonicClock {
    /// Nanoseconds since an arbitrary point before the process began.
    public static var nanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The same in microseconds, as the bus carries it.
    public static var microseconds: UInt64 { nanoseconds / 1000 }

    /// How long the machine has been asleep since it was booted, which is how far CLOCK_BOOTTIME is ahead.
    public static var timeAsleep: Duration {
        var boot = timespec()
        // First, so that a process held up between the two never takes the wait for sleep.
        clock_gettime(CLOCK_BOOTTIME, &boot)
        return .seconds(boot.tv_sec) + .nanoseconds(boot.tv_nsec) - .nanoseconds(nanoseconds)
    }
}

extension Duration {
    /// Whole nanoseconds, zero for what is negative, at most 292 years.
    var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < 9_000_000_000 else { return 9_000_000_000_000_000_000 }
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}
