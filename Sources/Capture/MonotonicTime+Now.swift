// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

extension MonotonicTime {
    /// This moment.
    static var now: MonotonicTime { MonotonicTime(microseconds: MonotonicClock.microseconds) }

    /// The moment `duration` from now.
    static func after(_ duration: Duration) -> MonotonicTime { now.advanced(by: duration) }
}
