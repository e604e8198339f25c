// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport
import Testing

/// A stranger on the bus who wishes no good, while a take is recorded and shown by dunst and to media keys.
@Suite("A hostile client", .serialized, .timeLimit(.minutes(2)))
struct HostileClientTests {
    private static let notifications = "org.freedesktop.Notifications"
    private static let player: BusName = "org.mpris.MediaPlayer2.org.tallylight.Tallylight"

    /// What a recorder, a desktop and their bus may be told by others, though they were never told it by who should.
    private static func forgeries(to destination: String?, server: String) -> [RawMessage] {
        let keys = ["recording.pause", "recording.finish", "paused.resume", "paused.process", "paused.discard", "processing.discard", "result.process", "default", "pause"]
        let path = "/org/freedesktop/Notifications"
        let presses = (0...64).flatMap { id in
            keys.map { RawMessage(signal: "ActionInvoked", of: notifications, on: path, to: destination, "us", RawMessage.number(id) + RawMessage.string($0)) }
        }
        let ends = (0...64).map { RawMessage(signal: "NotificationClosed", of: notifications, on: path, to: destination, "uu", RawMessage.number($0) + RawMessage.number(2)) }
        let names = [notifications, "org.tallylight.Recorder1", "org.tallylight.Tallylight", player.text, "org.kde.StatusNotifierWatcher", "org.freedesktop.DBus"]
        let owners = names.flatMap { name in
            [[name, server, ""], [name, "", ":1.1"], [name, server, ":1.1"]].map {
                RawMessage(signal: "NameOwnerChanged", of: "org.freedesktop.DBus", on: "/org/freedesktop/DBus", to: destination, "sss", RawMessage.strings($0))
            } + [RawMessage(signal: "NameLost", of: "org.freedesktop.DBus", on: "/org/freedesktop/DBus", to: destination, "s", RawMessage.string(name))]
        }
        return presses + ends + owners
    }

    @Test
    func `forged clicks, closings and owners change nothing, and nothing is shown again`() async throws {
        try await Dunst.use { desk, dunst, _ in
            _ = try await desk.startRecorder()
            let bus = try #require(desk.bus)
            let log = try await desk.follow()
            try await desk.ask("start")
            try await dunst.displays(1)
            let recorder = try #require(try await desk.owner(of: "org.tallylight.Recorder1"))
            let server = try #require(try await desk.owner(of: "org.freedesktop.Notifications"))
            let monitor = try await onLoop { try await PrivateBusMonitor(bus) }
            let before = ActivityFacts(try await log.until("\"state\":\"recording\""))
            let stranger = try await DeafClient(bus)
            defer { stranger.close() }
            for destination in [recorder.text, nil] { await stranger.send(Self.forgeries(to: destination, server: server.text)) }
            await stranger.send([Self.title("heard", of: before.session)])
            #expect(ActivityFacts(try await log.until("\"title\":\"heard\"")) == before)
            try await onLoop { await monitor.wait { $0.contains("member=Notify") } }
            #expect(await monitor.messages.count { $0.contains("member=Notify") } == 1, "the new title is shown, and nothing else was")
            try await dunst.displays(1)
            try await dunst.press("Pause")
            try await log.until("\"state\":\"paused\"")
            await monitor.stop()
        }
    }

    @Test
    func `writing a player's properties and seeking in it are answered, and change nothing`() async throws {
        try await Dunst.use { desk, _, pulse in
            _ = try await desk.startRecorder()
            let settings = try await pulse.settings()
            let log = try await desk.follow()
            try await desk.ask("start")
            let before = ActivityFacts(try await log.until("\"state\":\"recording\""))
            try await desk.untilOwned(Self.player)
            try await desk.withConnection { connection in
                let properties = RemoteObject("org.freedesktop.DBus.Properties", on: "/org/mpris/MediaPlayer2", at: Self.player, over: connection)
                let values: [(String, [Value])] = [
                    ("Rate", [0, -1, .nan, 1e308].map { .double($0) }), ("Volume", [.nan, .infinity, -5].map { .double($0) }), ("LoopStatus", [.string("garbage")]),
                    ("Shuffle", [.string("yes"), .boolean(true)]), ("PlaybackStatus", [.string("Stopped")]), ("Position", [.int64(.min)]), ("NoSuch", [.byte(0)]),
                ]
                for (name, values) in values {
                    for value in values { try await properties.attempt("Set", [.string("org.mpris.MediaPlayer2.Player"), .string(name), .variant(value)]) }
                }
                let player = RemoteObject("org.mpris.MediaPlayer2.Player", on: "/org/mpris/MediaPlayer2", at: Self.player, over: connection)
                for offset in [Int64.min, .max, -1, 0] { try await player.attempt("Seek", [.int64(offset)]) }
                for track: ObjectPath in ["/other", "/org/mpris/MediaPlayer2/TrackList/NoTrack", "/"] { try await player.attempt("SetPosition", [.objectPath(track), .int64(-1)]) }
                for uri in ["file:///etc/passwd", "", "\u{1}"] { try await player.attempt("OpenUri", [.string(uri)]) }
                for member: MemberName in ["Next", "Previous", "SetRate"] { try await player.attempt(member) }
            }
            try await desk.ask("title", "heard")
            #expect(ActivityFacts(try await log.until("\"title\":\"heard\"")) == before)
            #expect(try await pulse.settings() == settings)
        }
    }

    @Test
    func `ten thousand calls whose answers are never read cost no memory, and no legal call waits long`() async throws {
        try await Dunst.use { desk, dunst, _ in
            let recorder = try await desk.startRecorder()
            let log = try await desk.follow()
            try await desk.ask("start")
            let before = ActivityFacts(try await log.until("\"state\":\"recording\""))
            try await desk.untilOwned(Self.player)
            let memory = try await Subprocess.peakMemory(of: recorder.identifier)
            let deaf = try await DeafClient(try #require(desk.bus))
            defer { deaf.close() }
            var answers = (worst: Duration.seconds(60), count: 0)
            // A machine that is busy otherwise may be late once.
            for round in 1...5 where answers.worst > .milliseconds(200) {
                answers = try await desk.withConnection { connection in
                    let caller = LegalCaller(of: desk.recorder(over: connection))
                    for member in ["Perform", "Discard", "Process", "GetTranscript", "Seek"] {
                        await deaf.call(member, on: "/org/tallylight/Recorder1", at: "org.tallylight.Recorder1", times: 1000)
                        await deaf.call(member, on: "/org/mpris/MediaPlayer2", at: Self.player.text, times: 1000)
                    }
                    await deaf.send([Self.title("heard \(round)", of: before.session)])
                    try await log.until("\"title\":\"heard \(round)\"")
                    return try await caller.stop()
                }
            }
            let growth = try await Subprocess.peakMemory(of: recorder.identifier) - memory
            print(
                "10 000 calls whose answers were never read: \(answers.count) legal calls meanwhile, answered within \(answers.worst) at worst; \(growth) kB more memory"
            )
            #expect(answers.worst < .milliseconds(200))
            #expect(growth < 8 << 10)
            #expect(ActivityFacts(try await desk.ask("status", "--json")) == before)
            try await dunst.displays(1)
        }
    }

    @Test
    func `clicks on rows that never were, and ten thousand calls of the item, change nothing in the tray`() async throws {
        try await XfcePanel.use { desk, panel, _ in
            _ = try await desk.startRecorder()
            let log = try await desk.follow()
            try await desk.ask("start")
            let before = ActivityFacts(try await log.until("\"state\":\"recording\""))
            let place = try await panel.screen.find(TrayTests.red, in: XfcePanel.bar)
            let indicator = try #require(try await desk.process(owning: "org.tallylight.Indicator1"))
            let memory = try await Subprocess.peakMemory(of: indicator)
            try await desk.withConnection { connection in
                let menu = RemoteObject("com.canonical.dbusmenu", on: "/MenuBar", at: "org.tallylight.Indicator1", over: connection)
                for id in [Int32.min, -1, 0, 4711, .max] {
                    for event in ["clicked", "opened", "hovered", "", "x-unknown"] {
                        try await menu.attempt("Event", [.int32(id), .string(event), .variant(.strings(["x"])), .uint32(.max)])
                    }
                }
            }
            let deaf = try await DeafClient(try #require(desk.bus))
            defer { deaf.close() }
            for member in ["Event", "EventGroup", "GetLayout", "Introspect", "NoSuch"] {
                await deaf.call(member, on: "/MenuBar", at: "org.tallylight.Indicator1", times: 1000)
                await deaf.call(member, on: "/StatusNotifierItem", at: "org.tallylight.Indicator1", times: 1000)
            }
            try await panel.choose("Pause", of: ["Pause", "Finish"], at: place)
            let after = ActivityFacts(try await log.until("\"state\":\"paused\""))
            let growth = try await Subprocess.peakMemory(of: indicator) - memory
            print("10 000 calls of the item whose answers were never read: \(growth) kB more memory")
            #expect(after.session == before.session && growth < 8 << 10)
        }
    }

    /// What anybody may do: it is told to everybody, after all that the same client sent before.
    private static func title(_ text: String, of session: String) -> RawMessage {
        var message = RawMessage(call: "SetTitle", on: "/org/tallylight/Recorder1", of: "org.tallylight.Recorder1", at: "org.tallylight.Recorder1")
        message.fields.append((8, "g", RawMessage.signature("ss")))
        message.body = RawMessage.strings([session, text])
        return message
    }
}

extension RemoteObject {
    /// Calls a method, which may be refused, but has to be answered.
    fileprivate func attempt(_ member: MemberName, _ arguments: [Value] = []) async throws(BusError) {
        do throws(BusError) { _ = try await call(member, arguments) } catch .remote {}
    }
}

/// What of an activity no stranger may change.
private struct ActivityFacts: Equatable {
    let state: String
    let session: String

    init(_ line: String) {
        state = line.json("state")
        session = line.json("session")
    }
}

/// Makes one legal call after the other, and takes the time of each.
@LoopActor
private final class LegalCaller {
    private var isOver = false
    private var calls: Task<(worst: Duration, count: Int), any Error>?

    init(of recorder: RemoteObject) {
        calls = Loop.shared.throwingTask {
            var (worst, count) = (Duration.zero, 0)
            while !self.isOver {
                let start = ContinuousClock.now
                _ = try await recorder.property("State")
                worst = max(worst, start.duration(to: .now))
                count += 1
            }
            return (worst, count)
        }
    }

    /// Ends with the call that is on its way.
    ///
    /// - Returns: how long the slowest call took, and how many there were.
    func stop() async throws -> (worst: Duration, count: Int) {
        isOver = true
        return try await calls?.value ?? (.zero, 0)
    }
}
