// SPDX-License-Identifier: MIT

internal import Synchronization

/// A door that lets everybody wait until it is opened; it stays open.
package final class Gate: Sendable {
    private struct State {
        var isOpen: Bool
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// A gate that is closed, or open.
    package init(isOpen: Bool = false) { state = Mutex(State(isOpen: isOpen)) }

    /// Opens it.
    package func open() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isOpen = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until it is open.
    package func pass() async {
        if state.withLock(\.isOpen) { return }
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
