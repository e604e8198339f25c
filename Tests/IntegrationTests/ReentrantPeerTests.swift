// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport
import Testing

/// Peers that call us while they keep us waiting.
@Suite("Peers that call back", .crowded, .timeLimit(.minutes(5)))
struct ReentrantPeerTests {
    @Test
    func `C055: a notification server and a tray that ask and toggle before they answer are answered at once`() async throws {
        try await TrayDesk.use(sound: PrivatePulse.start(.pipe), hasTray: false) { table in
            let desk = table.desk
            let bus = try #require(desk.bus)
            _ = try await desk.startRecorder()
            let (clock, answers) = (ContinuousClock(), Answers())
            let start = clock.now
            try await onLoop {
                let connection = try await Connection.open(bus.address)
                let recorder = desk.recorder(over: connection)
                // The first three times: each toggle makes for another notification.
                let callBack: @LoopActor (String) async throws -> Void = { peer in
                    guard answers.count(of: peer) < 3 else { return }
                    let before = try await recorder.properties()["State"]?.text ?? ""
                    answers.add(peer, before, try await recorder.call("Toggle")[0].text ?? "")
                }
                let notifications = FakeNotificationServer()
                notifications.beforeAnswer = { _ in try await callBack("notifications") }
                try await notifications.open(on: bus)
                table.tray.beforeAnswer = { entry in
                    let item = RemoteObject("org.kde.StatusNotifierItem", on: "/StatusNotifierItem", at: entry.sender, over: connection)
                    let title = try await item.properties()["Title"]?.text ?? ""
                    #expect(title.hasPrefix("Tallylight"))
                    try await callBack("tray")
                }
                try await desk.ask("start")
                await notifications.until { answers.count(of: "notifications") == 3 }
                try await table.openTray()
                await table.tray.entries(1)
                await connection.close()
            }
            // One call that waited for another would do so for 25 s.
            #expect(clock.now - start < .seconds(12))
            let steps = await answers.all
            #expect(steps.count == 4 && steps.allSatisfy { $0.before != $0.after && ["recording", "paused"].contains($0.after) }, "\(steps)")
            #expect(try await desk.status("state") == "recording")
        }
    }

    /// The states before and after each toggle of a peer.
    @LoopActor
    private final class Answers {
        private(set) var all: [(peer: String, before: String, after: String)] = []

        nonisolated init() {}

        func add(_ peer: String, _ before: String, _ after: String) { all.append((peer, before, after)) }
        func count(of peer: String) -> Int { all.count { $0.peer == peer } }
    }

    @Test
    func `C063: two hundred presses in the tray, on the notification, on the media keys and in scripts at once end in one take that reacts`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await TrayDesk.use(sound: pulse) { table in
            let desk = table.desk
            let bus = try #require(desk.bus)
            _ = try await desk.startRecorder()
            await table.tray.entries(1)
            try await onLoop {
                let notifications = FakeNotificationServer()
                try await notifications.open(on: bus)
                let connection = try await Connection.open(bus.address)
                try await desk.ask("start")
                await notifications.posts(1)
                let item = try await table.item(over: connection)
                let player = RemoteObject("org.mpris.MediaPlayer2.Player", on: "/org/mpris/MediaPlayer2", at: "org.mpris.MediaPlayer2.org.tallylight.Tallylight", over: connection)
                let hands = [
                    Loop.shared.throwingTask { for _ in 0..<50 { _ = try await item.call("Activate", [.int32(0), .int32(0)], returning: "") } },
                    Loop.shared.throwingTask { for _ in 0..<50 { _ = try await player.call("PlayPause", returning: "") } },
                    Loop.shared.throwingTask {
                        for _ in 0..<50 {
                            let code = try await desk.tallylight("toggle").code
                            #expect(code == 0)
                        }
                    },
                    Loop.shared.throwingTask {
                        for _ in 0..<50 {
                            guard let (id, post) = notifications.standing.first, let key = post.keys.first(where: { $0.hasSuffix("pause") || $0.hasSuffix("resume") }) else { continue }
                            notifications.press(key, of: id)
                            try await notifications.fence()
                        }
                    },
                ]
                for hand in hands { try await hand.value }
                await connection.close()
            }
            let line = try await desk.statusLine()
            #expect(["recording", "paused"].contains(line.json("state")))
            #expect(desk.takes == [line.json("session")])
            #expect(try await pulse.pactl("list", "short", "source-outputs").split(separator: "\n").count == 1)
            let next = line.json("state") == "paused" ? "recording" : "paused"
            try await desk.ask("toggle")
            #expect(try await desk.status("state") == next)
            try await desk.ask("quit", "--force")
            #expect(desk.recordings.count == 1 && desk.takes.count == 1)
            #expect(try await pulse.pactl("list", "short", "source-outputs").isEmpty)
        }
    }
}
