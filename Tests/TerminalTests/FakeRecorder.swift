// SPDX-License-Identifier: MIT

import Commanding
import EventLoop

/// A recorder that obeys the table of the flow, remembers what it was told, and does the rest when the test says so.
@LoopActor
final class FakeRecorder: RecordingCommanding {
    var now = Activity()
    var performed: [(command: RecordingCommand, session: SessionID?)] = []
    var texts: [SessionID: Transcript] = [:]
    var level = -20.0
    var levelRequests = 0
    /// Commands stay unanswered while it is set.
    var isHung = false
    private var readers: [AsyncStream<Activity>.Continuation] = []
    private var takes = 0

    nonisolated init() {}

    func publish(_ change: (inout Activity) -> Void = { _ in }) {
        change(&now)
        for reader in readers { reader.yield(now) }
    }

    func vanish() {
        for reader in readers { reader.finish() }
        readers = []
    }

    func finishProcessing(_ outcome: RecordingOutcome, error: RecordingError? = nil) {
        publish { now in
            now.lastResult = TakeResult(
                session: now.session, outcome: outcome, audioPath: "/a/take.flac", transcriptPath: outcome == .transcribed ? "/a/take.txt" : "",
                duration: .seconds(7), error: error)
            if outcome == .failed { now.kept.append(now.session) }
        }
        rest()
    }

    private func rest() {
        publish { now in
            now.state = .notRecording
            now.session = .none
            now.timer = ActivityTimer()
            now.commands = [.toggle, .start]
        }
    }

    // MARK: The port

    @LoopActor
    func perform(_ command: RecordingCommand, session: SessionID?) async throws(RecordingError) -> Activity {
        performed.append((command, session))
        if isHung { try? await LoopTimer.sleep(for: .seconds(3600)) }
        if let session, session != now.session, !now.kept.contains(session) {
            throw RecordingError(.staleSession, "That take is gone.")
        }
        switch (command, now.state) {
        case (.toggle, .notRecording): record()
        case (.toggle, .recording):
            publish { now in
                now.state = .paused
                now.timer = ActivityTimer(elapsed: .seconds(7))
                now.commands = [.toggle, .resume, .process, .discard, .finish]
            }
        case (.toggle, .paused):
            publish { now in
                now.state = .recording
                now.timer.anchor = MonotonicTime(microseconds: MonotonicClock.microseconds)
                now.commands = [.toggle, .pause, .finish]
            }
        case (.process, .paused): process(now.session)
        case (.process, .notRecording) where session.map(now.kept.contains) == true: process(session ?? .none)
        case (.discard, .paused), (.discard, .processing):
            publish { now in now.lastResult = TakeResult(session: now.session, outcome: .discarded, duration: .seconds(7)) }
            rest()
        case (.discard, .notRecording) where session.map(now.kept.contains) == true: publish { now in now.kept.removeAll { $0 == session } }
        default: throw RecordingError(.invalidState, "That makes no sense while the state is \(now.state.rawValue).")
        }
        return now
    }

    private func record() {
        takes += 1
        publish { now in
            now.state = .recording
            now.session = SessionID(rawValue: "take \(takes)")
            now.timer = ActivityTimer(anchor: MonotonicTime(microseconds: MonotonicClock.microseconds))
            now.source = "Desk Microphone"
            now.commands = [.toggle, .pause, .finish]
        }
    }

    private func process(_ session: SessionID) {
        publish { now in
            now.kept.removeAll { $0 == session }
            now.session = session
            now.state = .processing
            now.commands = [.discard]
        }
    }

    @LoopActor
    func activity() async throws(RecordingError) -> Activity { now }

    @LoopActor
    func activities() async throws(RecordingError) -> AsyncStream<Activity> {
        let (stream, continuation) = AsyncStream.makeStream(of: Activity.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(now)
        readers.append(continuation)
        return stream
    }

    @LoopActor
    func inputLevel() async throws(RecordingError) -> Double {
        levelRequests += 1
        return level
    }

    @LoopActor
    func transcript(of session: SessionID) async throws(RecordingError) -> Transcript {
        guard let text = texts[session] else { throw RecordingError(.notFound, "There is no such text.") }
        return text
    }

    func setLocale(_ locale: String, of session: SessionID) async throws(RecordingError) {}
    func setTitle(_ title: String, of session: SessionID) async throws(RecordingError) {}
    func takes() async throws(RecordingError) -> [ListedTake] { [] }
    func recover(_ session: SessionID) async throws(RecordingError) -> SessionID { session }
    func quit(force: Bool) async throws(RecordingError) {}
}
