// SPDX-License-Identifier: MIT

import Commanding
import EventLoop

/// A recorder that shows what it is told to, remembers what it is asked, and fails where it is told to.
@LoopActor
final class FakeCommander: RecordingCommanding {
    /// A question or command that reached it.
    enum Call: Hashable, Sendable {
        case perform(RecordingCommand, SessionID?)
        case activity
        case activities
        case transcript(SessionID)
        case setLocale(String, SessionID)
        case setTitle(String, SessionID)
        case takes
        case recover(SessionID)
        case quit(force: Bool)
    }

    /// What it shows; watchers are told.
    var current = Activity() {
        didSet { watchers.forEach { $0.yield(current) } }
    }
    /// What commands lead to.
    var next: [RecordingCommand: Activity] = [:]
    /// What it fails with.
    var error: RecordingError?
    var transcripts: [SessionID: Transcript] = [:]
    var listed: [ListedTake] = []
    /// What becomes of the open take when it ends.
    var lastWords: TakeResult?
    private(set) var calls: [Call] = []
    private var watchers: [AsyncStream<Activity>.Continuation] = []
    private var callWaiters: [CheckedContinuation<Void, Never>] = []

    nonisolated init() {}

    /// Ends all streams, as when the recorder is gone.
    func leave() {
        error = RecordingError(.notRunning, "No recorder is running.")
        watchers.forEach { $0.finish() }
    }

    /// Waits until somebody watches.
    func untilWatched() async {
        while watchers.isEmpty {
            await withCheckedContinuation { callWaiters.append($0) }
        }
    }

    @LoopActor func perform(_ command: RecordingCommand, session: SessionID?) async throws(RecordingError) -> Activity {
        try note(.perform(command, session))
        if let activity = next[command] { current = activity }
        return current
    }

    @LoopActor func activity() async throws(RecordingError) -> Activity {
        try note(.activity)
        return current
    }

    @LoopActor func activities() async throws(RecordingError) -> AsyncStream<Activity> {
        try note(.activities)
        let (stream, continuation) = AsyncStream.makeStream(of: Activity.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(current)
        watchers.append(continuation)
        callWaiters.forEach { $0.resume() }
        callWaiters = []
        return stream
    }

    @LoopActor func inputLevel() async throws(RecordingError) -> Double { -20 }

    @LoopActor func transcript(of session: SessionID) async throws(RecordingError) -> Transcript {
        try note(.transcript(session))
        let session = session == .none ? current.lastResult?.session ?? .none : session
        guard var transcript = transcripts[session] else { throw RecordingError(.notFound, "There is no such take.") }
        transcript.session = session
        return transcript
    }

    @LoopActor func setLocale(_ locale: String, of session: SessionID) async throws(RecordingError) { try note(.setLocale(locale, session)) }
    @LoopActor func setTitle(_ title: String, of session: SessionID) async throws(RecordingError) { try note(.setTitle(title, session)) }

    @LoopActor func takes() async throws(RecordingError) -> [ListedTake] {
        try note(.takes)
        return listed
    }

    @LoopActor func recover(_ session: SessionID) async throws(RecordingError) -> SessionID {
        try note(.recover(session))
        return session == .none ? SessionID(rawValue: "last") : session
    }

    @LoopActor func quit(force: Bool) async throws(RecordingError) {
        try note(.quit(force: force))
        if let lastWords { current.lastResult = lastWords }
        leave()
    }

    private func note(_ call: Call) throws(RecordingError) {
        calls.append(call)
        if let error { throw error }
    }
}
