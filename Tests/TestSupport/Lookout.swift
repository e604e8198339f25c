// SPDX-License-Identifier: MIT

package import EventLoop

/// Those who wait until something holds, which is looked at whenever it may have changed.
@LoopActor
package final class Lookout {
    private var waiting: [(condition: @LoopActor () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    /// One where nobody waits.
    package nonisolated init() {}

    /// Waits until `condition` holds.
    package func until(_ condition: @escaping @LoopActor () -> Bool) async {
        // Looked at in there: what awaits here is a task of the tests, and others may run before the closure does.
        await withCheckedContinuation { continuation in
            if condition() { continuation.resume() } else { waiting.append((condition, continuation)) }
        }
    }

    /// Looks whether what is waited for holds by now.
    package func look() {
        let met = waiting.filter { $0.condition() }
        waiting.removeAll { $0.condition() }
        for waiter in met { waiter.continuation.resume() }
    }
}
