// SPDX-License-Identifier: MIT

import EventLoop
import RecorderService

/// What happened to a presence, to be waited for.
@LoopActor
final class ChangeLog {
    private(set) var changes: [BusPresence.Change] = []
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    nonisolated init() {}

    func append(_ change: BusPresence.Change) {
        changes.append(change)
        for waiter in waiting where waiter.count <= changes.count { waiter.continuation.resume() }
        waiting.removeAll { $0.count <= changes.count }
    }

    /// Waits until so many have happened, and returns them.
    func until(_ count: Int) async -> [BusPresence.Change] {
        // Looked at in there: what awaits here is a task of the tests, and others may run before the closure does.
        await withCheckedContinuation { continuation in
            if changes.count < count { waiting.append((count, continuation)) } else { continuation.resume() }
        }
        return changes
    }
}
