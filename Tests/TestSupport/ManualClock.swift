// SPDX-License-Identifier: MIT

package import Commanding
internal import Recording
internal import Synchronization

/// A clock that stands until it is told to advance, and knows who sleeps on it.
package final class ManualClock: RecorderClock {
    private struct State {
        var now = MonotonicTime(microseconds: 1_000_000_000)
        var wallTime = WallTime(microseconds: 1_796_050_800_000_000)
        var sleepers: [Int: (deadline: MonotonicTime, continuation: CheckedContinuation<Void, Never>)] = [:]
        var fences: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var sleepersSoFar = 0
    }

    private let state = Mutex(State())

    /// A clock at an arbitrary moment.
    package init() {}

    /// The moment it stands at.
    package var now: MonotonicTime { state.withLock(\.now) }

    /// The calendar's moment, which moves along.
    package var wallTime: WallTime {
        get { state.withLock(\.wallTime) }
        set { state.withLock { $0.wallTime = newValue } }
    }

    /// Moves it forward and wakes whom that concerns.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            state.wallTime = WallTime(microseconds: state.wallTime.microseconds + duration.wholeMicroseconds)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Waits until `count` tasks sleep on it: the fence that makes `advance` meaningful.
    package func untilSleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.fences.append((count, continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }

    /// Sleeps until it was advanced far enough.
    package func sleep(for duration: Duration) async throws(CancellationError) {
        let key = state.withLock { state in
            state.sleepersSoFar += 1
            return state.sleepersSoFar
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isOver, met): (Bool, [CheckedContinuation<Void, Never>]) = state.withLock { state in
                    guard !Task.isCancelled else { return (true, []) }
                    state.sleepers[key] = (state.now.advanced(by: duration), continuation)
                    let met = state.fences.filter { $0.count <= state.sleepers.count }
                    state.fences.removeAll { $0.count <= state.sleepers.count }
                    return (false, met.map(\.continuation))
                }
                if isOver { continuation.resume() }
                for fence in met { fence.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: key)?.continuation }?.resume()
        }
        if Task.isCancelled { throw CancellationError() }
    }
}
