// SPDX-License-Identifier: MIT

/// Something that happens once on the loop, after a time of CLOCK_MONOTONIC, unless it is cancelled before.
@LoopActor
public final class LoopTimer {
    let deadline: UInt64
    private var action: (@LoopActor () -> Void)?

    /// Whether it is still to come.
    public var isPending: Bool { action != nil }

    /// Calls `action` once, `delay` from now; a delay of zero or less means in the loop's next turn.
    @discardableResult
    public init(after delay: Duration, _ action: @escaping @LoopActor () -> Void) {
        deadline = MonotonicClock.nanoseconds + delay.wholeNanoseconds
        self.action = action
        Loop.shared.timers.insert(self)
    }

    /// Forgets it.
    public func cancel() {
        guard action != nil else { return }
        action = nil
        Loop.shared.timers.remove(self)
    }

    func fire() {
        let action = self.action
        self.action = nil
        action?()
    }

    /// Waits `delay` without leaving the loop.
    ///
    /// - Throws: `CancellationError`, at once, when the task is cancelled.
    public static func sleep(for delay: Duration) async throws(CancellationError) {
        let sleeper = Sleeper()
        await withTaskCancellationHandler {
            await sleeper.wait(delay)
        } onCancel: {
            Loop.shared.enqueue { sleeper.wake() }
        }
        if Task.isCancelled { throw CancellationError() }
    }
}

/// One wait of a task, ended once: by its timer or by cancellation, whichever comes first.
@LoopActor
private final class Sleeper {
    private var timer: LoopTimer?
    private var continuation: CheckedContinuation<Void, Never>?
    private var isAwake = false

    nonisolated init() {}

    func wait(_ delay: Duration) async {
        await withCheckedContinuation { continuation in
            if isAwake || Task.isCancelled {
                continuation.resume()
                return
            }
            self.continuation = continuation
            timer = LoopTimer(after: delay) { self.wake() }
        }
    }

    func wake() {
        isAwake = true
        timer?.cancel()
        continuation?.resume()
        continuation = nil
    }
}
