// SPDX-License-Identifier: MIT

import Commanding
import Testing

@Suite("Timer text")
struct TimerTextTests {
    @Test(arguments: [(0, "0:00"), (59, "0:59"), (60, "1:00"), (3599, "59:59"), (3600, "1:00:00"), (36_000 + 61, "10:01:01"), (-5, "0:00")])
    func `time has hours from one hour on`(_ seconds: Int, _ text: String) {
        #expect(Duration.seconds(seconds).timerText == text)
    }
}
