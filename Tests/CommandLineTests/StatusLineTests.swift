// SPDX-License-Identifier: MIT

import Commanding
import Testing

@testable import CommandLine

@Suite("The status line")
struct StatusLineTests {
    private func line(_ now: UInt64 = 0, _ change: (inout Activity) -> Void) -> String {
        var activity = Activity()
        change(&activity)
        return StatusLine(Snapshot(activity: activity, now: MonotonicTime(microseconds: now))).text
    }

    @Test
    func `each state has its word`() {
        #expect(line { _ in } == "Not recording")
        let recording = line(22_900_000) {
            $0.state = .recording
            $0.timer = ActivityTimer(anchor: MonotonicTime(microseconds: 10_000_000))
            $0.source = "Virtual Microphone"
        }
        #expect(recording == "Recording  0:12  Virtual Microphone")
        #expect(
            line {
                $0.state = .paused
                $0.title = "Lecture"
            } == "Paused  0:00  Lecture")
        #expect(
            line {
                $0.state = .paused
                $0.isInterrupted = true
                $0.notice = .inputLost
            } == "Interrupted  0:00  (the microphone is gone)")
        #expect(
            line {
                $0.state = .processing
                $0.progress = 0.425
            } == "Processing  0:00  42 %")
    }

    @Test(arguments: [(0.0, "0 %"), (1.0, "100 %"), (.infinity, "100 %"), (.nan, "0 %"), (-3, "0 %"), (0.999, "99 %")])
    func `progress is held between 0 and 100`(_ progress: Double, _ text: String) {
        #expect(
            line {
                $0.state = .processing
                $0.progress = progress
            }.hasSuffix(text))
    }

    @Test(arguments: Notice.allCases)
    func `each notice has its phrase`(_ notice: Notice) {
        #expect(line { $0.notice = notice }.hasSuffix(")"))
    }
}
