// SPDX-License-Identifier: MIT

internal import EventLoop

/// The tasks that answer calls, each alive until its call is answered.
///
/// They start in the order they were given, for the loop runs what it is given in order; so neither do two calls of
/// one caller overtake each other, nor does a question a command sent before it.
@LoopActor
final class RunningCalls {
    /// How many calls may be worked on at once; more are refused, for each keeps memory of ours.
    static let limit = 4096

    private var tasks: [UInt64: Task<Void, Never>] = [:]
    private var last: UInt64 = 0

    nonisolated init() {}

    /// How many calls are being worked on.
    var count: Int { tasks.count }

    /// Keeps the task that `start` makes for the call it is given the number of, until ``end(_:)``.
    func start(_ start: (_ number: UInt64) -> Task<Void, Never>) {
        last += 1
        // The task can't begin, and so not end, before this function has returned.
        tasks[last] = start(last)
    }

    /// Forgets the task of a call, which ends with this.
    func end(_ number: UInt64) { tasks[number] = nil }

    func cancelAll() {
        for task in tasks.values {
            task.cancel()
        }
    }
}
