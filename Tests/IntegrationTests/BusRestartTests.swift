// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// The session bus is killed in a take, and another one listens in its place.
@Suite("The bus is restarted in a take", .crowded, .timeLimit(.minutes(5)))
struct BusRestartTests {
    /// A person may wait for two seconds until everything is there again: the printed times are to be read on a machine that has nothing else to do.
    private static let limit = Duration.seconds(8)

    @Test
    func `C051: all names and surfaces come back as they were, no sample is lost, and nothing is done twice`() async throws {
        let sound = try await PrivatePulse.start()
        try await TrayDesk.use(sound: sound, hasTray: false) { table in
            let desk = table.desk
            let first = try #require(desk.bus)
            try await Seat.use(on: desk) { seat, terminal in
                try await seat.shows("○ Ready")
                try await FakeNotificationServer().open(on: first)
                try await table.openTray()
                await table.tray.entries(1)
                let bar = try await desk.start("tallylight", ["watch", "--format", "waybar"])
                try await desk.ask("start")
                try await desk.ask("title", "Sir Tristram")
                try await Self.toggleTwice(desk)
                let before = try await desk.statusLine()
                let processes = [try await desk.recorderProcess(), try await desk.process(owning: TrayDesk.indicator)]
                let noise = SoundComparison.noise(seconds: 13)
                let player = try await sound.play(noise)

                first.kill()
                try await seat.shows("The session bus is gone")
                // As long as the case wants it to be away.
                try await LoopTimer.sleep(for: .seconds(10))
                let second = try PrivateBus(in: first.folder)
                let times = Stopwatch()
                try await running {
                    let notifications = FakeNotificationServer()
                    try await times.take(table, seat, bar, notifications, on: second)
                    for (surface, time) in times.all.sorted(by: { $0.value < $1.value }) {
                        print("bus: \(surface) back after \(time.wholeMilliseconds) ms")
                        #expect(time < Self.limit, "\(surface)")
                    }
                    let after = try await desk.statusLine()
                    for key in ["state", "session", "source", "title", "started_timestamp"] { #expect(after.json(key) == before.json(key), "\(key)") }
                    #expect(after.json("state") == "recording")
                    #expect([try await desk.recorderProcess(), try await desk.process(owning: TrayDesk.indicator)] == processes)
                    #expect(try await player.finish().code == 0)

                    // Each shows what comes next.
                    try await desk.ask("toggle")
                    try await table.until(title: "Tallylight: Paused")
                    try await seat.shows("❚❚ Paused")
                    await notifications.until { notifications.standing.values.map(\.summary) == ["Paused: Sir Tristram"] }
                    #expect(notifications.posts.allSatisfy { $0.replaces == ($0.summary.hasPrefix("Recording") ? 0 : 1) }, "\(notifications.posts)")
                    #expect(notifications.standing.count == 1)
                    #expect(try await desk.run("playerctl", "--player", "org.tallylight.Tallylight", "status").output == "Paused\n")
                    terminal.type("qs")
                    try await seat.ends(with: 0)
                    let stretches = SoundComparison.stretches(of: noise, in: try await SoundComparison.decode(try #require(desk.recordings.first)))
                    #expect(stretches.count == 1 && stretches[0].count > noise.count - 64, "\(stretches)")
                    #expect(desk.takes.count == 1)
                } finally: {
                    for process in processes { if let process { kill(process, SIGKILL) } }
                    second.kill()
                }
            }
        }
    }

    /// Gives two commands over the bus that is about to die: on the next one they would be done again, if anybody did that.
    @LoopActor
    private static func toggleTwice(_ desk: Desk) async throws {
        try await desk.withConnection { connection in
            let object = desk.recorder(over: connection)
            for _ in 0..<2 { _ = try await object.call("Toggle") }
            #expect(try await object.property("State").text == "recording")
        }
    }
}

/// How long after its making a surface was there again.
@LoopActor
private final class Stopwatch {
    private let start = ContinuousClock.now
    private(set) var all: [String: Duration] = [:]
    private let lookout = Lookout()

    private func note(_ surface: String) {
        guard all[surface] == nil else { return }
        all[surface] = start.duration(to: .now)
        lookout.look()
    }

    /// Waits for all of them.
    func take(_ table: TrayDesk, _ seat: Seat, _ bar: Subprocess, _ notifications: FakeNotificationServer, on bus: PrivateBus) async throws {
        let connection = try await Connection.open(bus.address)
        var watches: [NameWatch] = []
        let names: [BusName] = ["org.tallylight.Recorder1", "org.tallylight.Tallylight", "org.mpris.MediaPlayer2.org.tallylight.Tallylight", TrayDesk.indicator]
        for name in names {
            let watch = try await connection.watch(name) { [self] in if $0.new != nil { note("name \(name)") } }
            if watch.owner != nil { note("name \(name)") }
            watches.append(watch)
        }
        try await notifications.open(on: bus)
        try await table.openTray()
        let others = [
            Loop.shared.throwingTask { [self] in
                await notifications.posts(1)
                note("notification (“\(notifications.posts[0].summary)”)")
            },
            Loop.shared.throwingTask { [self] in
                await table.tray.entries(2)
                note("tray item")
                try await table.until(title: "Tallylight: Recording")
                note("tray item with the take")
            },
            Loop.shared.throwingTask { [self] in
                try await seat.shows("The session bus is back.")
                note("terminal")
            },
            Loop.shared.throwingTask { [self] in
                // It says that nothing is there first.
                while !(try await bar.nextLine(within: .seconds(20))).contains("\"absent\"") {}
                while !(try await bar.nextLine(within: .seconds(20))).contains("\"alt\":\"recording\"") {}
                note("watch")
            },
        ]
        await lookout.until { [self] in all["name \(names[0])"] != nil }
        let properties = try await table.desk.recorder(over: connection).properties()
        #expect(properties["State"]?.text == "recording" && properties["Title"]?.text == "Sir Tristram")
        note("properties of Recorder1 (\(properties.count))")
        for other in others { try await other.value }
        await lookout.until { [self] in names.allSatisfy { all["name \($0)"] != nil } }
        for watch in watches { watch.cancel() }
        await connection.close()
    }
}

extension Duration {
    /// Whole milliseconds.
    var wholeMilliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
