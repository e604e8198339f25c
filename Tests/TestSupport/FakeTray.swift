// SPDX-License-Identifier: MIT

public import DBus
public import EventLoop

/// A watcher of tray items (org.kde.StatusNotifierWatcher) that does what it is told, and remembers who came.
@LoopActor
public final class FakeTray {
    /// An entry: who registered, and as what.
    public struct Entry: Hashable, Sendable {
        /// The unique name of the caller.
        public let sender: BusName
        /// What it gave as the item.
        public let service: String

        /// An entry of `sender`.
        public init(sender: BusName, service: String) {
            self.sender = sender
            self.service = service
        }
    }

    /// The name every watcher has.
    public nonisolated static let name: BusName = "org.kde.StatusNotifierWatcher"

    /// The calls so far, refused ones too.
    public private(set) var calls: [Entry] = []
    /// The entries.
    public private(set) var entries: [Entry] = []
    /// What a call is answered with instead, by its number from 1.
    public var refusal: @LoopActor (Int) -> BusError? = { _ in nil }
    /// Whether somebody shows the items; see ``show()``.
    public private(set) var hasHost: Bool
    /// Whether it was asked for that.
    public private(set) var isAsked = false
    /// What happens in a registration before the answer.
    public var beforeAnswer: (@LoopActor (Entry) async throws -> Void)?
    /// Whether calls are answered at all.
    public var isDeaf = false
    private var connection: Connection?
    private let lookout = Lookout()

    /// A watcher that is nowhere yet, with somebody who shows the items or without.
    public nonisolated init(hasHost: Bool = true) { self.hasHost = hasHost }

    /// Takes the name on the bus at `address`, from another owner too if that lets it.
    public func open(at address: BusAddress) async throws {
        let connection = try await Connection.open(address)
        self.connection = connection
        let interface = BusObject.Interface(
            "org.kde.StatusNotifierWatcher",
            methods: [
                BusObject.Method("RegisterStatusNotifierItem", in: "s") { try await self.register($0) },
                BusObject.Method("RegisterStatusNotifierHost", in: "s") { _ in [] },
            ],
            properties: [
                BusObject.Property("RegisteredStatusNotifierItems", "as", change: .silent) { .strings(self.entries.map { "\($0.sender)\($0.service)" }) },
                BusObject.Property("IsStatusNotifierHostRegistered", "b", change: .silent) {
                    self.isAsked = true
                    self.lookout.look()
                    return .boolean(self.hasHost)
                },
                BusObject.Property("ProtocolVersion", "i", change: .constant) { .int32(0) },
            ],
            signals: [BusObject.Signal("StatusNotifierItemRegistered", "s"), BusObject.Signal("StatusNotifierHostRegistered")])
        connection.export(BusObject(path: "/StatusNotifierWatcher", interfaces: [interface], introspection: "<node/>"))
        // May be replaced, and replaces: as Waybar does it.
        let request = MethodCall("RequestName", [.string(Self.name.text), .uint32(1 | 2 | 4)], of: "org.freedesktop.DBus", on: "/org/freedesktop/DBus", at: "org.freedesktop.DBus")
        let reply = try await connection.call(request, returning: "u")
        guard reply == [.uint32(1)] else { throw BusError.invalid(reason: "the name is taken: \(reply)") }
    }

    /// Somebody comes who shows the items.
    public func show() {
        hasHost = true
        connection?.emit("StatusNotifierHostRegistered", of: "org.kde.StatusNotifierWatcher", on: "/StatusNotifierWatcher")
    }

    /// Answers no call from now on.
    public func setDeaf() { isDeaf = true }

    /// Dies.
    public func die() async {
        await connection?.close()
        connection = nil
    }

    /// Waits until `condition` holds, which is looked at after each question.
    public func until(_ condition: @escaping @LoopActor () -> Bool) async { await lookout.until(condition) }

    /// Waits until there are so many entries.
    public func entries(_ count: Int) async { await until { self.entries.count >= count } }

    private func register(_ call: Invocation) async throws -> [Value] {
        let entry = Entry(sender: call.sender, service: call.arguments[0].text ?? "")
        calls.append(entry)
        defer { lookout.look() }
        if isDeaf {
            lookout.look()
            try await LoopTimer.sleep(for: .seconds(3600))
        }
        try await beforeAnswer?(entry)
        if let error = refusal(calls.count) { throw error }
        entries.append(entry)
        return []
    }
}
