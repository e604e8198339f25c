// SPDX-License-Identifier: MIT

package import DBus
package import EventLoop
package import Icons
internal import Logging

/// What should stand on the desktop, whoever shows it: a server, the next one, or nobody.
///
/// What is wanted is said at once and nobody waits: a ``NotificationServer`` follows when there is one. The bus is asked to start one for what is new; what it starts may hang or never come.
@LoopActor
package final class NotificationBoard {
    /// The name of whoever shows notifications.
    package nonisolated static let service: BusName = "org.freedesktop.Notifications"

    /// Longer than the bus waits for what it starts: 120 s on a session bus, its `service_start_timeout`.
    private nonisolated static let activationPatience = Duration.seconds(150)

    /// What a press on a button does.
    package typealias Press = @LoopActor (NotificationAction, NotificationPress) -> Void

    /// What should be shown, the oldest first.
    private(set) var wanted: [(tag: NotificationTag, content: NotificationContent)] = []
    private let pressed: Press
    private let theme: IconTheme
    let record: RecordKeeper?
    /// What the user has closed, by what it was about.
    private var dismissed: [NotificationTag: NotificationContent.Occasion] = [:]
    private var connection: Connection?
    private var bus = ""
    private var watch: NameWatch?
    private var server: NotificationServer?
    private var arrival: Task<Void, Never>?
    private var activation: Task<Void, Never>?

    /// A board with nothing on it.
    ///
    /// - Parameters:
    ///   - path: the file that tells a later recorder what is left standing; nil for none.
    ///   - theme: the icons that are installed.
    ///   - pressed: called for each press on a button that counts.
    package init(record path: String?, showing theme: IconTheme, pressed: @escaping Press) {
        self.pressed = pressed
        self.theme = theme
        record = path.map { RecordKeeper($0) }
    }

    // MARK: What is wanted

    /// Wants `content` to be shown in place of what was under `tag`.
    package func show(_ content: NotificationContent, as tag: NotificationTag) {
        if let index = wanted.firstIndex(where: { $0.tag == tag }) {
            wanted[index].content = content
        } else {
            wanted.append((tag, content))
            activate()
        }
        server?.update()
    }

    /// Wants nothing to be shown under `tag` any more.
    package func withdraw(_ tag: NotificationTag) {
        wanted.removeAll { $0.tag == tag }
        dismissed[tag] = nil
        server?.update()
    }

    /// Takes all away, and waits for that as long as `limit` at most.
    package func clear(within limit: Duration = .seconds(1)) async {
        wanted = []
        dismissed = [:]
        server?.update()
        // A server that hangs is left alone with the call.
        let timer = LoopTimer(after: limit) { self.server?.leave() }
        await server?.settled()
        timer.cancel()
        await record?.written()
    }

    /// Shows it again as it was, because what the press on a button should do was not done.
    package func restore(_ tag: NotificationTag) {
        dismissed[tag] = nil
        server?.restore(tag)
        server?.update()
    }

    /// Waits until what is wanted is shown, as far as it can be.
    func settled() async { await server?.settled() }

    func content(of tag: NotificationTag) -> NotificationContent? { wanted.first { $0.tag == tag }?.content }

    /// Whether the user has closed a notification that was about the same.
    func isDismissed(_ tag: NotificationTag, _ content: NotificationContent) -> Bool { dismissed[tag] == content.occasion }

    // MARK: Servers

    /// Shows everything over `connection` from now on.
    package func connect(to connection: Connection) {
        let before = arrival
        before?.cancel()
        change(to: nil)
        self.connection = connection
        arrival = Loop.shared.task {
            await before?.value
            await self.arrive(on: connection)
        }
    }

    private func arrive(on connection: Connection) async {
        do throws(BusError) {
            let id = try await connection.askBus("GetId", returning: "s")[0].text ?? ""
            await record?.load()
            let watch = try await connection.watch(Self.service) { [weak self] in self?.change(to: $0.new) }
            guard !Task.isCancelled, self.connection === connection else { return watch.cancel() }
            bus = id
            self.watch = watch
            change(to: watch.owner)
            if !wanted.isEmpty { activate() }
        } catch {
            log.debug("no notifications: \(error)")
        }
    }

    private func change(to owner: BusName?) {
        server?.leave()
        server = nil
        guard let owner, let connection else { return }
        let leftovers = record?.records.filter { $0.bus == bus && $0.server == owner }.map(\.id) ?? []
        server = NotificationServer(owner, over: connection, board: self, showing: theme, closing: leftovers)
        server?.update()
    }

    /// Asks the bus to start a server, if it knows one and none is there; one question at a time, however long the answer takes.
    private func activate() {
        guard server == nil, activation == nil, watch != nil, let connection else { return }
        activation = Loop.shared.task {
            do throws(BusError) {
                _ = try await connection.askBus("StartServiceByName", [.string(Self.service.text), .uint32(0)], returning: "u", within: Self.activationPatience)
            } catch {
                log.info("no notification server: \(error)")
            }
            self.activation = nil
        }
    }

    // MARK: What servers tell

    func press(_ action: NotificationAction, _ press: NotificationPress) { pressed(action, press) }

    func dismiss(_ tag: NotificationTag, _ content: NotificationContent) { dismissed[tag] = content.occasion }

    /// Writes down what stands now.
    func serverChanged() {
        guard let server, let record else { return }
        record.keep(server.standing.map { NotificationRecord(bus: bus, server: server.name, id: $0) })
    }
}
