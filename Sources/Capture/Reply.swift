// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

/// An answer that comes once, through a callback, and is awaited by one task: the first to resolve it wins, and time may be the first.
@LoopActor
final class Reply<Value: Sendable> {
    private var result: Result<Value, RecordingError>?
    private var waiter: CheckedContinuation<Void, Never>?

    /// Whether it has come.
    var isResolved: Bool { result != nil }

    /// The answer is there.
    ///
    /// Later ones change nothing: the asker has gone on.
    func resolve(_ result: Result<Value, RecordingError>) {
        guard self.result == nil else { return }
        self.result = result
        waiter?.resume()
        waiter = nil
    }

    /// The answer succeeded.
    func succeed(_ value: Value) { resolve(.success(value)) }

    /// The answer failed.
    func fail(_ error: RecordingError) { resolve(.failure(error)) }

    /// Waits for the answer, however long it takes.
    func value() async throws(RecordingError) -> Value {
        while true {
            if let result { return try result.get() }
            await withCheckedContinuation { continuation in
                // The answer may have come on the way here: a task without executor preference goes through the loop's queue.
                if result == nil { waiter = continuation } else { continuation.resume() }
            }
        }
    }

    /// Waits for the answer until `deadline`, after which `lateness` is the answer.
    func value(by deadline: MonotonicTime, else lateness: RecordingError) async throws(RecordingError) -> Value {
        let timer = LoopTimer(after: deadline.duration(since: .now)) { self.fail(lateness) }
        defer { timer.cancel() }
        return try await value()
    }
}
