// SPDX-License-Identifier: MIT

import Commanding
import Recording
import Testing

@testable import Capture

@Suite("FrameTally")
struct FrameTallyTests {
    private func moment(_ milliseconds: Int64) -> MonotonicTime {
        MonotonicTime(microseconds: 1_000_000_000).advanced(by: .milliseconds(milliseconds))
    }

    @Test
    func `the first frame was captured as long before its arrival as the fragment lasts`() {
        var tally = FrameTally()
        tally.add(4800, of: 4800, at: moment(0))
        #expect(tally.firstFrame == moment(-100))
        #expect(tally.position.duration == .milliseconds(100))
    }

    @Test
    func `fragments that wait together count together`() {
        var tally = FrameTally()
        tally.add(2400, of: 9600, at: moment(0))
        tally.add(7200, of: 7200, at: moment(0))
        #expect(tally.firstFrame == moment(-200))
        #expect(tally.frames == 9600)
    }

    @Test
    func `progress is due once a second`() {
        var tally = FrameTally()
        var due: [Int64] = []
        for time in stride(from: Int64(0), through: 3000, by: 100) {
            tally.add(4800, of: 4800, at: moment(time))
            if tally.isProgressDue(at: moment(time)) { due.append(time) }
        }
        #expect(due == [1000, 2000, 3000])
    }

    @Test
    func `a loss of more than half a second is told once, and the next one again`() throws {
        var tally = FrameTally()
        tally.add(4800, of: 4800, at: moment(0))
        #expect(tally.gap(at: moment(400)) == nil)
        #expect(tally.gap(at: moment(700)) == .milliseconds(700))
        #expect(tally.gap(at: moment(700)) == nil)
        #expect(tally.gap(at: moment(1100)) == nil)
        #expect(tally.gap(at: moment(1300)) == .milliseconds(600))
    }

    @Test
    func `a clock that is a thousandth off is none`() {
        var tally = FrameTally()
        // An hour on a microphone that is 0.05 % slow: 1.8 s.
        tally.add(4800, of: 4800, at: moment(0))
        tally.add(48_000 * 3600 - 86_400 - 4800, of: 0, at: moment(3_600_000))
        #expect(tally.gap(at: moment(3_600_000)) == nil)
        #expect(tally.gap(at: moment(3_603_000)) != nil)
    }

    @Test
    func `a pause is no loss`() {
        var tally = FrameTally()
        tally.add(48_000, of: 48_000, at: moment(0))
        tally.beginStretch()
        #expect(tally.firstFrame == nil)
        #expect(tally.gap(at: moment(60_000)) == nil)
        tally.add(4800, of: 4800, at: moment(60_000))
        #expect(tally.firstFrame == moment(59_900))
        #expect(tally.gap(at: moment(60_100)) == nil)
        #expect(tally.frames == 52_800)
    }

    @Test
    func `sound that comes faster than time is no loss`() {
        var tally = FrameTally()
        tally.add(480_000, of: 480_000, at: moment(0))
        tally.add(480_000, of: 480_000, at: moment(10))
        #expect(tally.gap(at: moment(1000)) == nil)
    }
}
