// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Glibc
internal import Recording

/// The machine's own clocks.
struct SystemClock: RecorderClock {
    var now: MonotonicTime { MonotonicTime(microseconds: MonotonicClock.microseconds) }

    var wallTime: WallTime { Self.wallTime() }

    func sleep(for duration: Duration) async throws(CancellationError) { try await LoopTimer.sleep(for: duration) }

    /// CLOCK_REALTIME now.
    static func wallTime() -> WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
