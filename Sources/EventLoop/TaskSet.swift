// SPDX-License-Identifier: MIT

/// Tasks that nobody waits for, each kept until it has ended.
@LoopActor
package final class TaskSet {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var last = 0

    /// A set without any.
    package nonisolated init() {}

    /// How many are under way.
    package var count: Int { tasks.count }

    /// Starts a task, after those that were started before.
    package func start(_ body: @escaping @LoopActor () async -> Void) {
        last += 1
        let number = last
        // It can't begin, and so not end, before this function has returned.
        tasks[number] = Loop.shared.task {
            await body()
            self.tasks[number] = nil
        }
    }

    /// Tells all that they are not wanted any more.
    package func cancelAll() {
        for task in tasks.values { task.cancel() }
    }
}
