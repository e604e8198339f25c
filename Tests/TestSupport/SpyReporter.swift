// SPDX-License-Identifier: MIT

package import Commanding
package import Recording
internal import Synchronization

/// A surface that remembers all it was told, and lets a test wait for it.
package final class SpyReporter: Reporting {
    private struct State {
        var activities: [Activity] = []
        var results: [TakeResult] = []
        var notices: [Notice] = []
        var failures: [RecordingError] = []
        var recovered: [StoredTake] = []
        var recoveryWaiters: [CheckedContinuation<Void, Never>] = []
        var resultWaiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var waiting: [(condition: @Sendable (Activity) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// A surface that was told nothing yet.
    package init() {}

    /// What was shown, in order.
    package var activities: [Activity] { state.withLock(\.activities) }
    /// The states that were shown, in order.
    package var states: [RecordingState] { activities.map(\.state) }
    /// How takes ended.
    package var results: [TakeResult] { state.withLock(\.results) }
    /// What people were told of.
    package var notices: [Notice] { state.withLock(\.notices) }

    /// The takes that were found torn at the start, and are whole again.
    package var recovered: [StoredTake] { state.withLock(\.recovered) }

    /// What could not be begun or gone on with.
    package var failures: [RecordingError] { state.withLock(\.failures) }

    /// Waits until the newest activity is as wanted.
    package func until(_ condition: @escaping @Sendable (Activity) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if let last = state.activities.last, condition(last) { return true }
                state.waiting.append((condition, continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }

    /// Waits until so many takes have ended, and returns how.
    package func untilResults(_ count: Int) async -> [TakeResult] {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if state.results.count < count { state.resultWaiters.append((count, continuation)) }
                return state.results.count >= count
            }
            if isMet { continuation.resume() }
        }
        return results
    }

    package func report(_ activity: Activity) {
        let met = state.withLock { state in
            state.activities.append(activity)
            let met = state.waiting.filter { $0.condition(activity) }
            state.waiting.removeAll { $0.condition(activity) }
            return met.map(\.continuation)
        }
        for continuation in met { continuation.resume() }
    }

    package func report(_ result: TakeResult) {
        let met = state.withLock { state in
            state.results.append(result)
            let met = state.resultWaiters.filter { $0.count <= state.results.count }
            state.resultWaiters.removeAll { $0.count <= state.results.count }
            return met.map(\.continuation)
        }
        for continuation in met { continuation.resume() }
    }

    package func report(_ notice: Notice, _ details: NoticeDetails, session: SessionID) { state.withLock { $0.notices.append(notice) } }

    package func report(_ failure: RecordingError) { state.withLock { $0.failures.append(failure) } }

    package func report(recovered takes: [StoredTake]) {
        let waiting = state.withLock { state in
            state.recovered += takes
            defer { state.recoveryWaiters = [] }
            return state.recoveryWaiters
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Waits until takes were offered that were found torn.
    package func untilRecovered() async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if state.recovered.isEmpty { state.recoveryWaiters.append(continuation) }
                return !state.recovered.isEmpty
            }
            if isMet { continuation.resume() }
        }
    }
}
