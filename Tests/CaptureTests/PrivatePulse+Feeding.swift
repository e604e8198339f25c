// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import Recording
import TestSupport

extension MonotonicTime {
    /// This moment.
    static var now: MonotonicTime { MonotonicTime(microseconds: MonotonicClock.microseconds) }
}

extension PrivatePulse {
    /// Waits until the capture has heard all that was delivered: the room takes a level then that nothing else has.
    func waitUntilHeard(by capture: any Capturing) async throws {
        let sample: Int16 = 12_345
        let level = 20 * log10(Double(sample) / 32_768)
        setRoom(sample)
        while abs(await capture.level() - level) > 0.01 {
            try await LoopTimer.sleep(for: .milliseconds(10))
        }
        setRoom(0)
    }
}
