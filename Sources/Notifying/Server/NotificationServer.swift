// SPDX-License-Identifier: MIT

internal import DBus
internal import EventLoop
internal import Icons
internal import Logging

/// One notification server for as long as it owns its name: what it shows of ours, and the one call it works on.
///
/// It is told what is wanted, and brings what the server shows in line with it, step by step. While a call is on its way the wish may change as often as it likes: the next step starts from the
/// newest one. A server that hangs so has one call of ours, and gets the truth of the moment when it goes on.
///
/// Numbers belong to the server that gave them, and die with this object: the next owner of the name gets an object of its own. Signals are taken from the owner's unique name only.
@LoopActor
final class NotificationServer {
    /// Longer than any server hangs: an answer that nobody waits for any more would leave a notification standing whose number nobody knows.
    ///
    /// The bus ends the call when the server goes.
    private static let patience = Duration.seconds(3600)

    /// What the server shows under a tag.
    struct Posted {
        let id: UInt32
        let content: NotificationContent
        /// The buttons that were pressed since it was posted: each acts once.
        var spent: Set<String> = []
        /// What lets a program that a press starts come to the front; it precedes the press.
        var token: String?
    }

    /// The server's unique name.
    let name: BusName
    private let remote: RemoteObject
    private let theme: IconTheme
    private weak let board: NotificationBoard?
    private(set) var posted: [NotificationTag: Posted] = [:]
    private var subscription: Subscription?
    /// Nil when they have to be asked for.
    private var capabilities: NotificationCapabilities?
    /// What the server would not show: it is not asked again.
    private var refused: [NotificationTag: NotificationContent] = [:]
    /// Signals for numbers we don't know while a `Notify` is on its way, whose answer may make them known.
    private var early: [SignalMessage] = []
    private var isPosting = false
    private var leftovers: [UInt32]
    private var runner: Task<Void, Never>?
    private var isOver = false

    /// The server with the unique name `name`, which still shows `leftovers`.
    init(_ name: BusName, over connection: Connection, board: NotificationBoard, showing theme: IconTheme, closing leftovers: [UInt32]) {
        self.name = name
        self.board = board
        self.theme = theme
        self.leftovers = leftovers
        remote = RemoteObject("org.freedesktop.Notifications", on: "/org/freedesktop/Notifications", at: name, over: connection)
    }

    /// The numbers of all that it shows of ours.
    var standing: [UInt32] { (posted.values.map(\.id) + leftovers).sorted() }

    /// Looks at what is wanted, now or after the call that is on its way.
    func update() {
        guard runner == nil, !isOver else { return }
        runner = Loop.shared.task { await self.run() }
    }

    /// Lets go of the server: it isn't called any more, and nothing it says counts.
    func leave() {
        isOver = true
        subscription?.cancel()
        runner?.cancel()
    }

    /// Waits until the server shows what is wanted, or can't be made to.
    func settled() async { await runner?.value }

    /// Makes a button act again that was pressed in vain.
    func restore(_ tag: NotificationTag) { posted[tag]?.spent = [] }

    // MARK: Steps

    private enum Step {
        case prepare
        case closeLeftover(UInt32)
        case close(NotificationTag, UInt32)
        case post(NotificationTag, NotificationContent)
    }

    private func run() async {
        while !isOver, let step = nextStep() {
            await perform(step)
        }
        // Between the look that found nothing to do and here nothing else can run.
        runner = nil
    }

    private func nextStep() -> Step? {
        guard let board else { return nil }
        let step = firstDifference(to: board)
        if step != nil, subscription == nil { return .prepare }
        return step
    }

    private func firstDifference(to board: NotificationBoard) -> Step? {
        if let id = leftovers.first { return .closeLeftover(id) }
        for (tag, shown) in posted where board.content(of: tag) == nil {
            return .close(tag, shown.id)
        }
        for (tag, content) in board.wanted where posted[tag]?.content != content && refused[tag] != content && !board.isDismissed(tag, content) {
            return .post(tag, content)
        }
        return nil
    }

    private func perform(_ step: Step) async {
        switch step {
        case .prepare: await prepare()
        case .closeLeftover(let id):
            leftovers.removeFirst()
            await close(id)
            board?.serverChanged()
        case .close(let tag, let id):
            posted[tag] = nil
            refused[tag] = nil
            await close(id)
            board?.serverChanged()
        case .post(let tag, let content): await post(content, as: tag)
        }
    }

    /// Hears the server before anything is asked of it, so that no click is missed.
    private func prepare() async {
        let rule = MatchRule(sender: name, path: remote.path, interface: remote.interface)
        do throws(BusError) {
            subscription = try await remote.connection.subscribe(to: rule) { [weak self] in self?.receive($0) }
        } catch {
            // The bus is gone, or we left meanwhile.
            isOver = true
        }
        if isOver { subscription?.cancel() }
    }

    private func close(_ id: UInt32) async {
        do throws(BusError) {
            _ = try await remote.call("CloseNotification", [.uint32(id)], returning: "", within: Self.patience)
        } catch {
            log.debug("the notification \(id) was not closed: \(error)")
        }
    }

    private func post(_ content: NotificationContent, as tag: NotificationTag) async {
        let capabilities = await knownCapabilities()
        // A server that took its time for the answer gets what is true now.
        guard !isOver, board?.content(of: tag) == content else { return }
        let old = posted[tag]
        isPosting = true
        defer {
            isPosting = false
            early = []
        }
        let arguments = content.arguments(replacing: old?.id ?? 0, isUpdate: old?.content.occasion == content.occasion, capabilities, theme)
        do throws(BusError) {
            let reply = try await remote.call("Notify", arguments, returning: "u", within: Self.patience)
            guard !isOver, case .uint32(let id) = reply[0] else { return }
            posted[tag] = Posted(id: id, content: content)
            isPosting = false
            board?.serverChanged()
            for signal in early { receive(signal) }
        } catch {
            fail(error, content, as: tag, replacing: old)
        }
    }

    private func fail(_ error: BusError, _ content: NotificationContent, as tag: NotificationTag, replacing old: Posted?) {
        // What a server can do may have changed, so it is asked again before the next one.
        capabilities = nil
        switch error {
        case .disconnected, .cancelled: isOver = true
        // Plasma's word for the same thing twice in a second, which is on the screen then.
        case .remote("org.freedesktop.Notifications.Error.ExcessNotificationGeneration", _):
            if let old { posted[tag] = Posted(id: old.id, content: content) } else { refused[tag] = content }
        // It may not know the number any more: once more, as a new one.
        case .remote where posted[tag] != nil:
            posted[tag] = nil
            board?.serverChanged()
        default:
            log.info("the notification server \(name) did not show a notification: \(error)")
            refused[tag] = content
        }
    }

    private func knownCapabilities() async -> NotificationCapabilities {
        if let capabilities { return capabilities }
        do throws(BusError) {
            let known = NotificationCapabilities(try await remote.call("GetCapabilities", returning: "as", within: Self.patience)[0].strings ?? [])
            capabilities = known
            return known
        } catch {
            if error == .disconnected || error == .cancelled { isOver = true }
            return NotificationCapabilities()
        }
    }

    // MARK: Signals

    private func receive(_ signal: SignalMessage) {
        guard !isOver else { return }
        switch (signal.member, signal.arguments.signature) {
        case ("ActionInvoked", "us"), ("ActivationToken", "us"), ("NotificationClosed", "uu"): break
        default: return
        }
        guard case .uint32(let id) = signal.arguments[0] else { return }
        guard let tag = posted.first(where: { $0.value.id == id })?.key else {
            // A click can overtake the answer that tells us the number.
            if isPosting, early.count < 8 { early.append(signal) }
            return
        }
        switch signal.member {
        case "ActionInvoked": press(signal.arguments[1].text ?? "", tag)
        case "ActivationToken": posted[tag]?.token = signal.arguments[1].text
        default: closed(tag)
        }
    }

    private func press(_ key: String, _ tag: NotificationTag) {
        guard let shown = posted[tag], !shown.spent.contains(key), let button = shown.content.buttons.first(where: { $0.key == key }) else { return }
        if case .command = button.action {
            // Of buttons that exclude each other, the first counts, until the notification shows what came of it.
            posted[tag]?.spent = Set(shown.content.buttons.map(\.key))
        } else {
            posted[tag]?.spent.insert(key)
        }
        posted[tag]?.token = nil
        board?.press(button.action, NotificationPress(tag: tag, session: shown.content.session, token: shown.token))
    }

    private func closed(_ tag: NotificationTag) {
        guard let shown = posted.removeValue(forKey: tag) else { return }
        board?.dismiss(tag, shown.content)
        board?.serverChanged()
    }
}
