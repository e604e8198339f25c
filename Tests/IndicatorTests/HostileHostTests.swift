// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import TestSupport
import Testing

@testable import Indicator

@Suite("A stranger at the item and its menu", .timeLimit(.minutes(1)))
struct HostileHostTests {
    @Test(arguments: [Int32.min, -1, 0, 4711, .max])
    func `events of rows that were never published change nothing and are answered`(_ id: Int32) async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            try await rig.perform(.start)
            await rig.settle()
            try await rig.click(id)
            #expect(try await rig.menu.call("AboutToShow", [.int32(id)], returning: "b") == [.boolean(false)])
            let reply = try await rig.menu.call("AboutToShowGroup", [.array(of: "i", [.int32(id), .int32(1)])], returning: "aiai")
            #expect(reply == [.array(of: "i", []), .array(of: "i", id == 0 ? [] : [.int32(id)])])
            #expect(try await rig.state() == .recording && rig.capture.calls == [.start])
        }
    }

    @Test
    func `a group of thousands of events is answered with those that are no rows, and clicks in it are few`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            let record = try await rig.row("Record").id
            func event(_ id: Int32, _ name: String) -> Value { .structure([.int32(id), .string(name), .variant(.strings(["x"])), .uint32(0)]) }
            let strange = (0..<5000).map { event(100_000 + $0, "clicked") }
            let clicks = (0..<5000).map { _ in event(record, "clicked") }
            let reply = try await rig.menu.call("EventGroup", [.array(of: "(isvu)", strange + clicks)], returning: "ai")
            #expect(reply[0].elements?.count == 5000)
            await rig.reporter.until { $0.state == .recording }
            await rig.settle()
            #expect(rig.capture.calls == [.start])
            #expect(try await rig.menu.call("EventGroup", [.array(of: "(isvu)", [])], returning: "ai") == [.array(of: "i", [])])
        }
    }

    @Test
    func `what there is not is refused with a sentence, and the rest is answered in the order of the menu`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            for (method, arguments) in [
                ("GetLayout", [.int32(99), .int32(-1), .strings([])]), ("GetProperty", [.int32(99), .string("label")]), ("GetProperty", [.int32(1), .string("colour")]),
            ] as [(MemberName, [Value])] {
                let error = await #expect(throws: BusError.self) { try await rig.menu.call(method, arguments) }
                guard case .remote(let name, let message) = error else { throw BusError.cancelled }
                #expect(name == .invalidArgs && message.hasSuffix("."))
            }
            #expect(try await rig.menu.call("GetProperty", [.int32(1), .string("visible")], returning: "v") == [.variant(.boolean(true))])
            let ids = (0..<10_000).map { Value.int32(Int32($0 % 3)) }
            let some = try await rig.menu.call("GetGroupProperties", [.array(of: "i", ids), .strings(["label", "children-display"])], returning: "a(ia{sv})")
            #expect(some[0].elements?.compactMap { $0.elements?[0].integer } == [0, 1, 2])
            let all = try await rig.menu.call("GetGroupProperties", [.array(of: "i", []), .strings([])], returning: "a(ia{sv})")
            #expect(all[0].elements?.count == (try await rig.rows().count) + 1)
            let flat = try await rig.menu.call("GetLayout", [.int32(0), .int32(0), .strings(["type"])], returning: "u(ia{sv}av)")
            #expect(flat[1].elements == [.int32(0), .options([:]), .array(of: "v", [])])
        }
    }

    @Test
    func `a host that floods the menu with questions leaves others their answers`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            try await rig.perform(.start)
            await rig.settle()
            let flood = try await Connection.open(rig.bus.address)
            for _ in 0..<3000 {
                try flood.send(MethodCall("GetLayout", [.int32(0), .int32(-1), .strings([])], of: "com.canonical.dbusmenu", on: "/MenuBar", at: rig.service.uniqueName))
            }
            let row = try await rig.row("Pause")
            try await rig.click(row.id)
            await rig.reporter.until { $0.state == .paused }
            await flood.close()
        }
    }

    @Test
    func `of clicks without end one is carried out, and the take is none the worse`() async throws {
        let microphone = Gate()
        try await withIndicatorRig(microphone: microphone) { rig in
            try await rig.appear()
            for _ in 0..<2000 {
                try rig.client.send(MethodCall("Activate", [.int32(0), .int32(0)], of: "org.kde.StatusNotifierItem", on: "/StatusNotifierItem", at: rig.service.uniqueName))
            }
            _ = try await rig.item.property("Id")
            microphone.open()
            await rig.reporter.until { $0.state == .recording }
            // They were meant for no take, so that all but the first come too late.
            try await rig.perform(.pause)
            #expect(rig.capture.calls == [.start, .pause])
        }
    }

    @Test
    func `a token of any length is taken, and properties can't be written`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            for token in ["", "a\nb", String(repeating: "x", count: 1_000_000)] {
                _ = try await rig.item.call("ProvideXdgActivationToken", [.string(token)], returning: "")
                #expect((rig.indicator.clicks.token?.utf8.count ?? 0) <= 4096)
            }
            for name in ["Status", "Title", "Menu", "XAyatanaLabel"] {
                let call = MethodCall(
                    "Set", [.string("org.kde.StatusNotifierItem"), .string(name), .variant(.string("x"))], of: "org.freedesktop.DBus.Properties", on: "/StatusNotifierItem",
                    at: rig.service.uniqueName)
                await #expect(throws: BusError.self) { try await rig.client.call(call) }
            }
        }
    }
}
