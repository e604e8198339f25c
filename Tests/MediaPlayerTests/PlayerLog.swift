// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import MediaPlayer
import TestSupport

/// What a client hears of the player, in order, its name's comings and goings too.
@LoopActor
final class PlayerLog {
    /// All signals of the connection that is the player.
    private(set) var signals: [SignalMessage] = []
    /// Whether the name had an owner, at each change.
    private(set) var owned: [Bool] = []
    private var subscription: Subscription?
    private var watch: NameWatch?
    private let lookout = Lookout()

    nonisolated init() {}

    /// The values of each `PropertiesChanged`.
    var changes: [[String: Value]] { signals.filter { $0.member == "PropertiesChanged" }.map { $0.arguments[1].options ?? [:] } }
    /// The playback statuses that were told.
    var statuses: [String] { changes.compactMap { $0["PlaybackStatus"]?.text } }

    /// Hears everything that `sender` says from now on.
    func follow(_ sender: BusName, over connection: Connection) async throws {
        subscription = try await connection.subscribe(to: MatchRule(sender: sender)) { [unowned self] signal in
            self.signals.append(signal)
            self.lookout.look()
        }
        watch = try await connection.watch(PlayerNames.bus) { [unowned self] change in
            self.owned.append(change.new != nil)
            self.lookout.look()
        }
    }

    /// Waits until the name has an owner, or none.
    func untilOwned(_ isOwned: Bool) async { await until { (self.watch?.owner != nil) == isOwned } }

    /// Waits until this playback status was told last.
    func untilStatus(_ status: String) async { await until { self.statuses.last == status } }

    private func until(_ condition: @escaping @LoopActor () -> Bool) async { await lookout.until(condition) }
}
