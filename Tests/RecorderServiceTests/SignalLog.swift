// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import RecorderService

/// What a client hears of the recorder, in order.
@LoopActor
final class SignalLog {
    private(set) var signals: [SignalMessage] = []
    private var subscription: Subscription?
    private var waiting: [(condition: ([[String: Value]]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    nonisolated init() {}

    /// The values of each `PropertiesChanged`.
    var changes: [[String: Value]] {
        signals.filter { $0.member == "PropertiesChanged" }.map { signal in
            precondition(signal.arguments.signature == "sa{sv}as" && signal.arguments[2] == .strings([]), "a change without its value")
            return signal.arguments[1].options ?? [:]
        }
    }

    /// The state that the changes lead to.
    var state: String? { changes.compactMap { $0["State"]?.text }.last }

    /// Hears everything from the recorder's object from now on.
    func subscribe(over connection: Connection) async throws {
        subscription = try await connection.subscribe(to: MatchRule(sender: RecorderNames.bus, path: RecorderNames.path)) { [unowned self] signal in
            self.signals.append(signal)
            guard !self.waiting.isEmpty else { return }
            let changes = self.changes
            for waiter in self.waiting where waiter.condition(changes) { waiter.continuation.resume() }
            self.waiting.removeAll { $0.condition(changes) }
        }
    }

    /// Waits until the changes are as wanted.
    func until(_ condition: @escaping ([[String: Value]]) -> Bool) async {
        // Looked at in there: what awaits here is a task of the tests, and others may run before the closure does.
        await withCheckedContinuation { continuation in
            if condition(changes) { continuation.resume() } else { waiting.append((condition, continuation)) }
        }
    }
}
