// SPDX-License-Identifier: MIT

import Commanding
import Testing

@Suite("Timer text")
struct TimerTextTests {
    @Test(arguments: [(0, "0:00"), (59, "0:59"), (60, "1:00"), (3599, "59:59"), (3600, "1:00:00"), (36_000 + 61, "10:01:01"), (-5, "0:00")])
    func `time has hours from one hour on`(_ seconds: Int, _ text: String) {
        #expect(Duration.seconds(seconds).timerText == text)
    }

    @Test(arguments: [
        (0, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (125, "2 minutes 5 seconds"), (3600, "1 hour"), (7201, "2 hours 1 second"), (36_061, "10 hours 1 minute 1 second"),
        (-5, "0 seconds"),
    ])
    func `in words it has only what there is`(_ seconds: Int, _ text: String) {
        #expect(Duration.seconds(seconds).spelledText == text)
    }
}
