// SPDX-License-Identifier: MIT

internal import EventLoop

/// An outcome one task waits for, which comes exactly once: from elsewhere on the loop, from the time limit or from
/// the cancellation of the task, whichever is first.
@LoopActor
final class Promise<Success: Sendable> {
    typealias Outcome = Result<Success, BusError>

    private var outcome: Outcome?
    private var waiter: CheckedContinuation<Void, Never>?
    private var timer: LoopTimer?
    private var onEnd: ((Outcome) -> Void)?

    /// Makes a promise that ends with ``BusError/timedOut`` after `limit`.
    ///
    /// - Parameter onEnd: called with the outcome as it comes, before the waiting task goes on.
    init(within limit: Duration? = nil, onEnd: ((Outcome) -> Void)? = nil) {
        self.onEnd = onEnd
        timer = limit.map { LoopTimer(after: $0) { self.end(.failure(.timedOut)) } }
    }

    /// Ends it; false when it had ended before.
    @discardableResult
    func end(_ outcome: Outcome) -> Bool {
        guard self.outcome == nil else { return false }
        self.outcome = outcome
        timer?.cancel()
        timer = nil
        onEnd?(outcome)
        onEnd = nil
        waiter?.resume()
        waiter = nil
        return true
    }

    /// Waits for the outcome; called once.
    func result() async throws(BusError) -> Success {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { end(.failure(.cancelled)) }
                if outcome == nil { waiter = continuation } else { continuation.resume() }
            }
        } onCancel: {
            Loop.shared.enqueue { self.end(.failure(.cancelled)) }
        }
        guard let outcome else { preconditionFailure("a promise went on without an outcome") }
        return try outcome.get()
    }
}
