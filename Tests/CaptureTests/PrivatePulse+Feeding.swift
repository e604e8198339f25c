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
    /// Delivers a level that is found nowhere else until the capture has heard it: then it has also heard all that was delivered before.
    func feedMark(until capture: any Capturing) async {
        let mark: Int16 = 12_345
        let level = 20 * log10(Double(mark) / 32_768)
        repeat {
            await feed([Int16](repeating: mark, count: 2400))
        } while abs(await capture.level() - level) > 0.01
    }
}
