// SPDX-License-Identifier: MIT

internal import DBus
internal import EventLoop
internal import Logging

/// The item's entry with the watcher, whoever that is: one call for each owner of the name, repeated for one that refuses or doesn't answer.
///
/// The item is registered by its object's path, which says who has it as well; a name would have to be looked up, and hosts that start just then lose such items. Without a watcher
/// there is no tray, and nothing happens. None is ever started.
@LoopActor
final class WatcherRegistration {
    /// How patient it is.
    struct Pace: Sendable {
        /// How long a watcher may take to answer.
        var patience = Duration.seconds(10)
        /// How long a watcher may be without anybody who shows items.
        var hostPatience = Duration.seconds(3)
        /// After how long a watcher that did not is asked again; twice as long each time.
        var firstDelay = Duration.seconds(1)
        /// The longest it waits.
        var lastDelay = Duration.seconds(60)
    }

    /// Whether the watcher has taken the item.
    private(set) var isRegistered = false

    private let connection: Connection
    private let pace: Pace
    private let onChange: @LoopActor () -> Void
    private var watch: NameWatch?
    private var arrival: Task<Void, Never>?
    private var attempt: Task<Void, Never>?

    /// Registers the item of `connection` from now on.
    ///
    /// - Parameter onChange: called before a watcher is asked, and when it has taken the item.
    init(over connection: Connection, pace: Pace, onChange: @escaping @LoopActor () -> Void) {
        self.connection = connection
        self.pace = pace
        self.onChange = onChange
        arrival = Loop.shared.task { await self.arrive() }
    }

    /// Ends it; the watcher forgets the item with the connection.
    func cancel() {
        arrival?.cancel()
        attempt?.cancel()
        watch?.cancel()
    }

    private func arrive() async {
        await takeName()
        guard !Task.isCancelled else { return }
        do throws(BusError) {
            let watch = try await connection.watch(IndicatorNames.watcher) { [weak self] in self?.register(with: $0.new) }
            guard !Task.isCancelled else { return watch.cancel() }
            self.watch = watch
            register(with: watch.owner)
        } catch {
            log.debug("no tray: \(error)")
        }
    }

    /// Takes the name that the specification gives to an item; hosts find it without.
    private func takeName() async {
        guard let name = IndicatorNames.itemName else { return }
        do throws(BusError) {
            if try await !connection.requestName(name) { log.notice("another program owns \(name); the item does without a name") }
        } catch {
            log.debug("\(name) can't be had: \(error)")
        }
    }

    private func register(with owner: BusName?) {
        attempt?.cancel()
        isRegistered = false
        attempt = nil
        onChange()
        guard let owner else { return }
        attempt = Loop.shared.task { await self.ask(owner) }
    }

    private func ask(_ owner: BusName) async {
        var delay = pace.firstDelay
        while !Task.isCancelled {
            let watcher = RemoteObject("org.kde.StatusNotifierWatcher", on: "/StatusNotifierWatcher", at: owner, over: connection)
            do throws(BusError) {
                try await awaitHost(of: watcher)
                _ = try await watcher.call("RegisterStatusNotifierItem", [.string(IndicatorNames.item.text)], within: pace.patience)
                guard !Task.isCancelled else { return }
                isRegistered = true
                return onChange()
            } catch  where error == .cancelled || error == .disconnected {
                return
            } catch {
                log.info("the tray did not take the item, and is asked again in \(delay): \(error)")
            }
            _ = try? await LoopTimer.sleep(for: delay)
            delay = min(delay * 2, pace.lastDelay)
        }
    }

    /// Waits until somebody shows what the watcher collects, though not for ever.
    ///
    /// A Waybar that has just started asks its watcher for the items there are, and only then listens for more: one that comes in between is never shown. It counts as a host when it listens.
    private func awaitHost(of watcher: RemoteObject) async throws(BusError) {
        let rule = MatchRule(sender: watcher.destination, path: watcher.path, interface: watcher.interface, member: "StatusNotifierHostRegistered")
        let arrivals = try await connection.signals(for: rule)
        defer { arrivals.cancel() }
        do throws(BusError) {
            guard try await watcher.property("IsStatusNotifierHostRegistered", within: pace.patience).boolean == false else { return }
        } catch .remote {
            // It doesn't say.
            return
        }
        let timer = LoopTimer(after: pace.hostPatience) { arrivals.cancel() }
        defer { timer.cancel() }
        _ = try await arrivals.next()
    }
}
