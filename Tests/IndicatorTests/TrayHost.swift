// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport

/// What a host hears of an item and its menu, in order.
@LoopActor
final class TrayHost {
    private(set) var signals: [SignalMessage] = []
    private var subscription: Subscription?
    private let lookout = Lookout()

    nonisolated init() {}

    /// Hears everything that `sender` says from now on.
    func follow(_ sender: BusName, over connection: Connection) async throws {
        subscription = try await connection.subscribe(to: MatchRule(sender: sender)) { [unowned self] signal in
            self.signals.append(signal)
            self.lookout.look()
        }
    }

    /// The arguments of each signal of that name.
    func told(_ member: MemberName) -> [[Value]] { signals.filter { $0.member == member }.map(\.arguments) }

    /// The statuses that were told.
    var statuses: [String] { told("NewStatus").compactMap { $0[0].text } }
    /// The labels that were told.
    var labels: [String] { told("XAyatanaNewLabel").compactMap { $0[0].text } }
    /// The revisions that were told.
    var revisions: [Int64] { told("LayoutUpdated").compactMap { $0[0].integer } }

    /// Waits until `condition` holds, which is looked at after each signal.
    func until(_ condition: @escaping @LoopActor () -> Bool) async { await lookout.until(condition) }
}
