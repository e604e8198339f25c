// SPDX-License-Identifier: MIT

public import Commanding

/// The two clocks of the recorder, injected so that tests move them by hand.
public protocol RecorderClock: Sendable {
    /// CLOCK_MONOTONIC now.
    var now: MonotonicTime { get }
    /// CLOCK_REALTIME now.
    var wallTime: WallTime { get }

    /// Waits on CLOCK_MONOTONIC.
    ///
    /// - Throws: `CancellationError`, at once, when the task is cancelled.
    func sleep(for duration: Duration) async throws(CancellationError)
}
