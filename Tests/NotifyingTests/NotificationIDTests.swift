// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import Notifying
import Recording
import TestSupport
import Testing

/// Whose signals count, and for which notification.
@Suite("The numbers of notifications", .timeLimit(.minutes(1)))
struct NotificationIDTests {
    @Test
    func `C015: a new server gets a new notification, and its number is the one that counts`() async throws {
        try await withNotifyingRig { rig in
            let first = try await rig.serve(FakeNotificationServer(firstID: 8))
            try await rig.perform(.start)
            await first.until { first.standing[8] != nil }
            await first.die()
            let second = try await rig.serve(FakeNotificationServer(firstID: 3))
            await second.until { second.standing[3] != nil }
            try await rig.perform(.pause)
            await second.posts(2)
            #expect(second.posts.map(\.replaces) == [0, 3])
            try await rig.perform(.discard)
            await second.until { second.standing.isEmpty }
            #expect(second.closed == [3])
            #expect(first.closed.isEmpty)
        }
    }

    @Test
    func `C015: a server that gives another number is taken at its word`() async throws {
        try await withNotifyingRig { rig in
            let server = try await rig.serve(FakeNotificationServer(firstID: 4))
            server.refusal = { $0.replaces == 4 ? .remote(name: .invalidArgs, message: "Invalid notification ID") : nil }
            try await rig.perform(.start)
            await server.until { server.standing[4] != nil }
            try await rig.perform(.pause)
            await server.until { server.standing[5] != nil }
            #expect(server.posts.map(\.replaces) == [0, 4, 0])
            try await rig.perform(.resume)
            await server.posts(4)
            #expect(server.posts.last?.replaces == 5)
        }
    }

    @Test
    func `C015: a server that numbers a replacement anew is followed from number to number`() async throws {
        try await withNotifyingRig { rig in
            let server = try await rig.serve(FakeNotificationServer(firstID: 4))
            server.renumbers = true
            try await rig.perform(.start)
            await server.until { server.standing[4] != nil }
            try await rig.perform(.pause)
            await server.until { server.standing[5] != nil }
            try await rig.perform(.resume)
            await server.until { server.standing[6] != nil }
            #expect(server.posts.map(\.replaces) == [0, 4, 5])
            // The numbers before are somebody else's.
            for id in [4, 5] as [UInt32] { server.press("recording.finish", of: id) }
            server.press("recording.pause", of: 6)
            await rig.spy.until { $0.state == .paused }
            await server.until { server.standing[7] != nil }
            try await rig.perform(.discard)
            await server.until { server.standing.isEmpty }
            #expect(server.closed == [7])
        }
    }

    @Test
    func `C017: a number from another life of the server is somebody else's`() async throws {
        try await withNotifyingRig { rig in
            let first = try await rig.serve(FakeNotificationServer(firstID: 5))
            try await rig.perform(.start)
            await first.until { first.standing[5] != nil }
            await first.die()
            let second = try await rig.serve(FakeNotificationServer(firstID: 9))
            await second.until { second.standing[9] != nil }
            second.press("recording.finish", of: 5)
            second.dismiss(5)
            second.press("recording.pause", of: 9)
            await rig.spy.until { $0.state == .paused }
            await second.posts(2)
            #expect(second.posts.map(\.replaces) == [0, 9])
        }
    }

    @Test
    func `C019: a signal counts only when the server sent it`() async throws {
        try await withNotifyingRig { rig in
            let server = try await rig.serve()
            try await rig.perform(.start)
            await server.until { server.standing[1] != nil }
            for (member, types, value) in [("ActionInvoked", "us", "recording.finish"), ("NotificationClosed", "uu", "2")] {
                let (path, interface) = ("/org/freedesktop/Notifications", "org.freedesktop.Notifications")
                let toAll = try await rig.bus.run("busctl", "--user", "emit", path, interface, member, types, "1", value)
                // No rule of ours keeps away what is sent to us alone.
                let argument = types == "us" ? "'\(value)'" : "uint32 \(value)"
                let toUs = try await rig.bus.run(
                    "gdbus", "emit", "--session", "--dest", rig.connection.uniqueName.text, "--object-path", path, "--signal", "\(interface).\(member)", "uint32 1", argument)
                #expect(toAll.status == 0 && toUs.status == 0, "\(toAll.errors)\(toUs.errors)")
            }
            try await rig.fence(server)
            #expect(server.posts.count == 1 && Set(rig.spy.states) == [.recording])
            server.press("nonsense", of: 1)
            server.press("recording.pause", of: 1)
            await rig.spy.until { $0.state == .paused }
            await server.posts(2)
            #expect(server.posts.map(\.replaces) == [0, 1])
        }
    }

    @Test(arguments: [true, false])
    func `C021: of two opposite buttons the first counts, and the audio can be had again`(_ processFirst: Bool) async throws {
        let gate = Gate()
        try await withNotifyingRig(transcriber: FakeTranscriber(gate: gate)) { rig in
            let server = try await rig.serve()
            let session = try await rig.perform(.start).session
            try await rig.perform(.pause)
            await server.until { server.standing[1]?.keys == ["paused.resume", "paused.process", "paused.discard"] }
            let keys = ["paused.process", "paused.discard"]
            for key in processFirst ? keys : keys.reversed() { server.press(key, of: 1) }
            if processFirst {
                // The second one arrives once more when its own notification is long replaced.
                await server.until { server.standing[1]?.keys == ["processing.discard"] }
                server.press("paused.discard", of: 1)
                try await rig.fence(server)
                #expect(rig.spy.states.last == .processing)
                gate.open()
                #expect(await rig.spy.untilResults(1).map(\.outcome) == [.transcribed])
            } else {
                await rig.spy.until { $0.state == .notRecording && !$0.commands.isEmpty }
                await server.until { server.closed == [1] }
                #expect(rig.spy.results.map(\.outcome) == [.discarded])
                #expect(try await rig.commander.recover(session) == session)
            }
        }
    }

    @Test
    func `C023: a click that overtakes the number waits for it`() async throws {
        try await withNotifyingRig { rig in
            let server = try await rig.serve(FakeNotificationServer(firstID: 77))
            server.gate = Gate()
            server.beforeAnswer = { [unowned server] post in
                guard post.replaces == 0 else { return }
                server.press("recording.finish", of: 78)
                server.press("recording.pause", of: 77)
                server.press("recording.pause", of: 77)
            }
            try await rig.perform(.start)
            await server.posts(1)
            #expect(rig.spy.states.last == .recording)
            server.gate.open()
            await rig.spy.until { $0.state == .paused }
            await server.posts(2)
            #expect(server.posts.map(\.replaces) == [0, 77])
            #expect(!rig.spy.states.contains(.processing))
        }
    }

    @Test
    func `C025: what the user has swiped away comes back with the next transition, not before`() async throws {
        try await withNotifyingRig { rig in
            let server = try await rig.serve()
            let session = try await rig.perform(.start).session
            await server.until { server.standing[1] != nil }
            server.dismiss(1)
            try await rig.fence(server)
            try await rig.commander.setTitle("Minutes", of: session)
            var later = try #require(rig.spy.activities.last)
            later.timer = ActivityTimer(elapsed: .seconds(60))
            rig.notifications.report(later)
            try await rig.fence(server)
            #expect(server.posts.count == 1 && later.title == "Minutes")
            #expect(Set(rig.spy.states) == [.recording])
            try await rig.perform(.pause)
            await server.until { server.standing[2] != nil }
            #expect(server.posts.map(\.replaces) == [0, 0])
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt32])
    func `C071: a notification that goes discards nothing, and Discard pressed twice is one that can be undone`(_ reason: UInt32) async throws {
        let gate = Gate()
        try await withNotifyingRig(transcriber: FakeTranscriber(gate: gate)) { rig in
            let server = try await rig.serve()
            let session = try await rig.perform(.start).session
            await server.until { server.standing[1] != nil }
            server.dismiss(1, reason: reason)
            try await rig.fence(server)
            #expect(Set(rig.spy.states) == [.recording])
            try await rig.perform(.pause)
            await server.until { server.standing[2]?.keys.last == "paused.discard" }
            for _ in 1...2 { server.press("paused.discard", of: 2) }
            await rig.spy.until { $0.state == .notRecording }
            try await rig.fence(server)
            #expect(rig.spy.results.map(\.outcome) == [.discarded])
            #expect(try await rig.commander.recover(session) == session)
            try await rig.perform(.start)
            try await rig.perform(.finish)
            await server.until { server.standing[3]?.keys == ["processing.discard"] }
            server.dismiss(3, reason: reason)
            try await rig.fence(server)
            #expect(rig.spy.states.last == .processing)
            gate.open()
            #expect(await rig.spy.untilResults(2).last?.outcome == .transcribed)
        }
    }

    @Test
    func `a button means the take it was drawn for`() async throws {
        try await withNotifyingRig { rig in
            let server = try await rig.serve()
            server.gate = Gate(isOpen: true)
            try await rig.perform(.start)
            try await rig.perform(.pause)
            await server.until { server.standing[1]?.keys.count == 3 }
            // The server hangs while the take is discarded and another one begins.
            server.gate = Gate()
            try await rig.perform(.discard)
            try await rig.perform(.start)
            try await rig.perform(.pause)
            server.press("paused.discard", of: 1)
            try await rig.fence(server)
            server.gate.open()
            await server.until { server.standing.values.contains { $0.keys.count == 3 } }
            #expect(rig.spy.states.last == .paused)
        }
    }
}
