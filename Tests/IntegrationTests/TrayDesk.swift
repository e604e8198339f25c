// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// A desk with a tray, as a host sees it: through the bus.
struct TrayDesk {
    static let indicator: BusName = "org.tallylight.Indicator1"

    let desk: Desk
    let tray = FakeTray()

    /// Runs `body` at a desk that has a tray, and ends recorder and indicator whoever started them.
    static func use(
        sound: PrivatePulse, engine: StandInEngine = StandInEngine(), configuration: String = "", hasTray: Bool = true, _ body: (TrayDesk) async throws -> Void
    ) async throws {
        try await Desk.use(sound: sound, configuration: "install-engines = no\nlanguage = en\n\(configuration)", extra: engine.environment) { desk in
            let table = TrayDesk(desk: desk)
            if hasTray { try await table.openTray() }
            try await running {
                try await body(table)
            } finally: {
                for name in [Self.indicator, "org.tallylight.Recorder1"] {
                    if let process = try? await desk.process(owning: name) { kill(process, SIGKILL) }
                }
                await table.tray.die()
            }
        }
    }

    func openTray() async throws {
        guard let bus = desk.bus else { throw DeskError("this desk has no bus") }
        try await tray.open(at: bus.address)
    }

    /// The item that came last.
    func item(_ interface: InterfaceName = "org.kde.StatusNotifierItem", on path: ObjectPath = "/StatusNotifierItem", over connection: Connection) async throws -> RemoteObject {
        guard let entry = await tray.entries.last else { throw DeskError("no item has come") }
        return RemoteObject(interface, on: path, at: entry.sender, over: connection)
    }

    /// A property of the item.
    func property(_ name: MemberName) async throws -> String {
        try await desk.withConnection { connection in try await item(over: connection).property(name).text ?? "" }
    }

    /// Waits until the item's title is this.
    func until(title: String) async throws {
        try await until("NewTitle") { try await property("Title") == title }
    }

    /// Waits until there is such a row in the menu.
    func until(row label: String) async throws {
        try await until("LayoutUpdated") { try await rows()[label] != nil }
    }

    private func until(_ signal: MemberName, _ condition: @escaping @LoopActor () async throws -> Bool) async throws {
        try await desk.withConnection { connection in
            var changes = try await connection.signals(for: MatchRule(sender: try await item(over: connection).destination, member: signal)).makeAsyncIterator()
            while try await !condition() { _ = try await changes.next() }
        }
    }

    /// Clicks on the item itself.
    func click(_ method: MemberName = "Activate") async throws {
        try await desk.withConnection { connection in _ = try await item(over: connection).call(method, [.int32(0), .int32(0)], returning: "") }
    }

    /// The rows of the menu: their ids by their labels.
    func rows() async throws -> [String: Int32] {
        try await desk.withConnection { connection in
            let menu = try await item("com.canonical.dbusmenu", on: "/MenuBar", over: connection)
            let reply = try await menu.call("GetLayout", [.int32(0), .int32(-1), .strings(["label"])], returning: "u(ia{sv}av)")
            let rows = (reply[1].elements?[2].elements ?? []).compactMap(\.elements)
            return Dictionary(rows.map { ($0[1].options?["label"]?.text ?? "", Int32(truncatingIfNeeded: $0[0].integer ?? 0)) }) { first, _ in first }
        }
    }

    /// Clicks on a row.
    func choose(_ label: String) async throws {
        guard let id = try await rows()[label] else { throw DeskError("there is no row “\(label)”: \(try await rows())") }
        try await desk.withConnection { connection in
            let menu = try await item("com.canonical.dbusmenu", on: "/MenuBar", over: connection)
            _ = try await menu.call("Event", [.int32(id), .string("clicked"), .variant(.int32(0)), .uint32(0)], returning: "")
        }
    }

    /// Waits until a name has an owner, or none.
    func until(_ name: BusName, isOwned: Bool) async throws {
        try await desk.withConnection { connection in
            let gate = Gate()
            let watch = try await connection.watch(name) { if ($0.new != nil) == isOwned { gate.open() } }
            if (watch.owner != nil) == isOwned { gate.open() }
            await gate.pass()
            watch.cancel()
        }
    }
}
