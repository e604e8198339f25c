// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import TestSupport
import Testing

@Suite("ActivityTimer and MonotonicTime")
struct TimeTests {
    @Test
    func `a timer counts on from its anchor, and stands without one`() {
        let anchor = MonotonicTime(microseconds: 1_000_000)
        let timer = ActivityTimer(elapsed: .seconds(2), anchor: anchor)
        #expect(timer.elapsed(at: anchor.advanced(by: .seconds(3))) == .seconds(5))
        #expect(ActivityTimer(elapsed: .seconds(2)).elapsed(at: anchor) == .seconds(2))
    }

    @Test
    func `C077: an anchor that lies ahead never makes the time negative`() {
        let timer = ActivityTimer(elapsed: .zero, anchor: MonotonicTime(microseconds: 9_000_000))
        #expect(timer.elapsed(at: MonotonicTime(microseconds: 1_000_000)) == .zero)
    }

    @Test(arguments: [Duration.zero, .seconds(-5), .microseconds(1), .seconds(Int64.max), .seconds(Int64.min)])
    func `no duration leads out of the clock`(_ duration: Duration) {
        _ = MonotonicTime(microseconds: 3).advanced(by: duration)
        _ = MonotonicTime(microseconds: .max).advanced(by: duration)
        _ = duration.wholeMicroseconds
    }
}

@Suite("RecordingCommander")
struct RecordingCommanderTests {
    private struct Model: RecordingPerforming {
        func perform(_ command: RecordingCommand, session: SessionID?) async throws(RecordingError) -> Activity { Activity() }
        func inputLevel() async throws(RecordingError) -> Double { -3 }
        func transcript(of session: SessionID) async throws(RecordingError) -> Transcript { throw RecordingError(.notFound, "There is none.") }
        func setTitle(_ title: String, of session: SessionID) async throws(RecordingError) {}
        func setLocale(_ locale: String, of session: SessionID) async throws(RecordingError) {}
        func takes() async throws(RecordingError) -> [ListedTake] { [] }
        func recover(_ session: SessionID) async throws(RecordingError) -> SessionID { session }
        func quit(force: Bool) async throws(RecordingError) {}
    }

    @Test
    func `whoever watches sees what is shown now, then the newest change`() async throws {
        let commander = try await onLoop { RecordingCommander(model: Model(), activity: Activity(), on: Loop.shared) }
        var watcher = try await commander.activities().makeAsyncIterator()
        #expect(await watcher.next()?.state == .notRecording)
        try await onLoop {
            for state: RecordingState in [.recording, .paused, .processing] {
                var activity = Activity()
                activity.state = state
                commander.publish(activity)
            }
        }
        #expect(await watcher.next()?.state == .processing)
        #expect(try await commander.activity().state == .processing)
        await commander.finish()
        #expect(await watcher.next() == nil)
    }
}
