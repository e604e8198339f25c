// SPDX-License-Identifier: MIT

/// The commander inside the recorder: the one door to the model, for the bus, the terminal and every other surface alike.
///
/// It lives on the model's executor, so that commands reach the model in the order they were sent, and spreads what the model publishes to all who watch.
public actor RecordingCommander: RecordingCommanding {
    private let executor: any SerialExecutor
    private let model: any RecordingPerforming
    private var current: Activity
    private var watchers: [Int: AsyncStream<Activity>.Continuation] = [:]
    private var watchersSoFar = 0

    /// The executor given at initialisation.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// A commander of `model`, which shows `activity` now.
    public init(model: any RecordingPerforming, activity: Activity, on executor: any SerialExecutor) {
        self.model = model
        self.executor = executor
        current = activity
    }

    /// Spreads what the model shows from now on; called on the commander's executor.
    public nonisolated func publish(_ activity: Activity) {
        assumeIsolated { commander in
            commander.current = activity
            guard !commander.watchers.isEmpty else { return }
            for (number, watcher) in commander.watchers {
                // One that has stopped reading is forgotten here, at the first thing it would have missed.
                if case .terminated = watcher.yield(activity) { commander.watchers[number] = nil }
            }
        }
    }

    /// Tells all who watch that nothing more will come.
    public func finish() {
        for watcher in watchers.values {
            watcher.finish()
        }
        watchers = [:]
    }

    /// The activity now.
    public func activity() async throws(RecordingError) -> Activity { current }

    /// The activity now and after each change; of what is not read in time, only the newest is kept.
    public func activities() async throws(RecordingError) -> AsyncStream<Activity> {
        let (stream, continuation) = AsyncStream.makeStream(of: Activity.self, bufferingPolicy: .bufferingNewest(1))
        let number = watchersSoFar
        watchersSoFar += 1
        watchers[number] = continuation
        continuation.yield(current)
        return stream
    }

    /// Carries a command out.
    public nonisolated func perform(_ command: RecordingCommand, session: SessionID?) async throws(RecordingError) -> Activity {
        try await model.perform(command, session: session)
    }

    /// The level of the microphone in dBFS.
    public nonisolated func inputLevel() async throws(RecordingError) -> Double { try await model.inputLevel() }

    /// The text of a take that was processed.
    public nonisolated func transcript(of session: SessionID) async throws(RecordingError) -> Transcript { try await model.transcript(of: session) }

    /// Names an open or kept take.
    public nonisolated func setTitle(_ title: String, of session: SessionID) async throws(RecordingError) { try await model.setTitle(title, of: session) }

    /// Says in which language a take is spoken.
    public nonisolated func setLocale(_ locale: String, of session: SessionID) async throws(RecordingError) { try await model.setLocale(locale, of: session) }

    /// The takes that can still be processed or brought back.
    public nonisolated func takes() async throws(RecordingError) -> [ListedTake] { try await model.takes() }

    /// Brings a discarded take back.
    public nonisolated func recover(_ session: SessionID) async throws(RecordingError) -> SessionID { try await model.recover(session) }

    /// Ends the recorder.
    public nonisolated func quit(force: Bool) async throws(RecordingError) { try await model.quit(force: force) }
}
