// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Recording

/// The machine's own clocks.
struct SystemClock: RecorderClock {
    var now: MonotonicTime { MonotonicTime(microseconds: MonotonicClock.microseconds) }

    var wallTime: WallTime { Self.wallTime() }

    func sleep(for duration: Duration) async throws(CancellationError) { try await LoopTimer.sleep(for: duration) }

    /// CLOCK_REALTIME now.
    static func wallTime() -> WallTime { .now }
}
