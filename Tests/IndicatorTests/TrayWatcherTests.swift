// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import TestSupport
import Testing

@testable import Indicator

@Suite("The item and those who collect items", .timeLimit(.minutes(1)))
struct TrayWatcherTests {
    @Test
    func `C001: a tray that comes in a take gets the item, once, which says that a take is recording`() async throws {
        try await withIndicatorRig { rig in
            try await rig.perform(.start)
            _ = try await rig.service.owner(of: IndicatorNames.watcher)
            #expect(rig.tray.calls.isEmpty)
            let start = ContinuousClock.now
            try await rig.tray.open(at: rig.bus.address)
            await rig.tray.entries(1)
            #expect(start.duration(to: .now) < .seconds(1))
            #expect(rig.tray.entries == [FakeTray.Entry(sender: rig.service.uniqueName, service: "/StatusNotifierItem")])
            let item = try await rig.item.properties()
            #expect(item["Status"] == .string("Active") && item["Title"] == .string("Tallylight: Recording"))
            #expect(item["ToolTip"]?.elements?[2].text?.hasPrefix("Recording") == true)
            _ = try await rig.service.owner(of: IndicatorNames.watcher)
            #expect(rig.tray.calls.count == 1)
        }
    }

    @Test
    func `it is registered only once it is known what to show`() async throws {
        try await withIndicatorRig { rig in
            try await rig.tray.open(at: rig.bus.address)
            #expect(try await rig.client.owner(of: rig.itemName) == nil)
            await #expect(throws: BusError.self) { try await rig.item.properties() }
            try await rig.appear()
            await rig.tray.entries(1)
            #expect(try await rig.client.owner(of: rig.itemName) == rig.service.uniqueName)
        }
    }

    @Test
    func `C003: fifty trays one after the other each get the item once, and nothing is left of any`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appearInTray()
            try await rig.perform(.start)
            let before = try await rig.statistics()
            for number in 0..<50 {
                await rig.tray.die()
                // Gone at once, or long enough for that to be noticed.
                if number % 3 == 0 { _ = try await rig.service.owner(of: IndicatorNames.watcher) }
                try await rig.tray.open(at: rig.bus.address)
                await rig.tray.entries(number + 2)
            }
            _ = try await rig.service.owner(of: IndicatorNames.watcher)
            #expect(rig.tray.calls.count == 51 && Set(rig.tray.entries).count == 1)
            #expect(try await rig.statistics() == before)
            #expect(try await rig.state() == .recording && rig.capture.calls == [.start])
        }
    }

    @Test
    func `a tray that takes the place of another without a gap gets the item too`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appearInTray()
            let next = FakeTray()
            try await next.open(at: rig.bus.address)
            await next.entries(1)
            #expect(next.entries.map(\.sender) == [rig.service.uniqueName] && rig.tray.calls.count == 1)
            await next.die()
        }
    }

    @Test
    func `a tray gets the item when there is somebody who shows it, or when nobody comes`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appearInTray()
            await rig.tray.die()
            let late = FakeTray(hasHost: false)
            try await late.open(at: rig.bus.address)
            await late.until { late.isAsked }
            #expect(late.calls.isEmpty)
            late.show()
            await late.entries(1)
            await late.die()
        }
        try await withIndicatorRig(patience: .milliseconds(20)) { rig in
            let lonely = FakeTray(hasHost: false)
            try await lonely.open(at: rig.bus.address)
            try await rig.appear()
            await lonely.entries(1)
            await lonely.die()
        }
    }

    @Test
    func `C005: a tray that refuses is asked again until it takes the item`() async throws {
        try await withIndicatorRig { rig in
            rig.tray.refusal = { $0 <= 2 ? .remote(name: .failed, message: "Not yet.") : nil }
            try await rig.appearInTray()
            #expect(rig.tray.calls.count == 3)
        }
    }

    @Test
    func `C005: a tray that doesn't answer holds nothing up`() async throws {
        try await withIndicatorRig { rig in
            rig.tray.isDeaf = true
            try await rig.tray.open(at: rig.bus.address)
            try await rig.appear()
            await rig.tray.until { rig.tray.calls.count == 1 }
            let start = ContinuousClock.now
            for _ in 0..<10 { try await rig.perform(.toggle) }
            await rig.settle()
            #expect(start.duration(to: .now) < .seconds(2))
            #expect(try await rig.item.property("Title") == .string("Tallylight: Paused"))
            #expect(rig.tray.calls.count == 1, "all of that went on beside the first call")
        }
    }

    @Test
    func `C005: a tray that doesn't answer in time is asked again`() async throws {
        try await withIndicatorRig(patience: .milliseconds(20)) { rig in
            rig.tray.isDeaf = true
            try await rig.tray.open(at: rig.bus.address)
            try await rig.appear()
            await rig.tray.until { rig.tray.calls.count > 2 }
            rig.tray.isDeaf = false
            await rig.tray.entries(1)
        }
    }

    @Test
    func `C005: a tray that hangs does not keep its successor waiting`() async throws {
        try await withIndicatorRig { rig in
            rig.tray.isDeaf = true
            try await rig.tray.open(at: rig.bus.address)
            try await rig.appear()
            await rig.tray.until { rig.tray.calls.count == 1 }
            let next = FakeTray()
            try await next.open(at: rig.bus.address)
            await next.entries(1)
            await next.die()
        }
    }

    @Test
    func `C007: an item whose name is taken does without one`() async throws {
        try await withIndicatorRig { rig in
            #expect(try await rig.client.requestName(rig.itemName))
            try await rig.appearInTray()
            #expect(rig.tray.entries.map(\.service) == ["/StatusNotifierItem"])
            #expect(try await rig.item.property("Id") == .string("tallylight"))
        }
    }

    @Test
    func `on another bus the item is there again, as it is then`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appearInTray()
            try await rig.perform(.start)
            rig.bus.kill()
            await rig.service.closed()
            try await rig.perform(.pause)
            let successor = try PrivateBus(in: rig.bus.folder)
            defer { successor.kill() }
            let tray = FakeTray()
            try await tray.open(at: successor.address)
            let service = try await Connection.open(successor.address)
            let client = try await Connection.open(successor.address)
            rig.indicator.connect(to: service, commanding: rig.commander)
            #expect(tray.calls.isEmpty)
            try await rig.appear()
            await tray.entries(1)
            let item = RemoteObject("org.kde.StatusNotifierItem", on: "/StatusNotifierItem", at: service.uniqueName, over: client)
            #expect(try await item.property("Title") == .string("Tallylight: Paused"))
            _ = try await item.call("Activate", [.int32(0), .int32(0)], returning: "")
            await rig.reporter.until { $0.state == .recording }
            for connection in [service, client] { await connection.close() }
            await tray.die()
        }
    }
}

extension IndicatorRig {
    /// The name that an item of this process takes.
    var itemName: BusName { IndicatorNames.itemName ?? IndicatorNames.watcher }

    /// How many names and match rules the indicator's connection has.
    func statistics() async throws -> [String: Int64] {
        let call = MethodCall("GetConnectionStats", [.string(service.uniqueName.text)], of: "org.freedesktop.DBus.Debug.Stats", on: "/org/freedesktop/DBus", at: "org.freedesktop.DBus")
        let all = try await client.call(call, returning: "a{sv}")[0].options ?? [:]
        return all.filter { ["MatchRules", "BusNames"].contains($0.key) }.compactMapValues(\.integer)
    }
}
