// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// What displays on other clocks make of the timer.
@Suite("Clocks", .crowded, .timeLimit(.minutes(5)))
struct ClockTests {
    @Test
    func `C077: a display whose boot clock is an hour ahead shows the same time`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            for verb in ["resume", "pause"] {
                try await desk.ask(verb)
                let before = try await elapsed(desk.tallylight("status", "--json"))
                let shifted = try await elapsed(desk.run("unshare", "-rT", "--boottime", "3600", "--fork", "\(Desk.programs)/tallylight", "status", "--json"))
                let after = try await elapsed(desk.tallylight("status", "--json"))
                #expect(before >= 0 && (before...after).contains(shifted), "\(before) \(shifted) \(after)")
            }
        }
    }

    @Test
    func `C077: panel and tray on a boot clock that is an hour ahead, and the media player, show what the command line tells`() async throws {
        let shifted = ["-rT", "--boottime", "3600", "--fork"]
        try await TrayDesk.use(sound: PrivatePulse.start(.pipe), configuration: "indicator = no\n") { table in
            let desk = table.desk
            _ = try await desk.startRecorder()
            let indicator = try await Subprocess.start("/usr/bin/unshare", shifted + ["\(Desk.programs)/tallylight", "indicator"], environment: desk.environment)
            await table.tray.entries(1)
            try await desk.ask("start")
            let anchor = try #require(Int(try await desk.status("anchor_timestamp_monotonic")))
            try await desk.ask("pause")
            try await desk.ask("resume")
            #expect(try #require(Int(try await desk.status("anchor_timestamp_monotonic"))) > anchor)
            try await table.until(title: "Tallylight: Recording")
            try await Seat.use(on: desk, under: "unshare \(shifted.joined(separator: " "))") { seat, terminal in
                // So low that the time is in digits, not drawn.
                terminal.resize(columns: 80, rows: 10)
                for _ in 0..<2 {
                    let before = try await elapsed(desk.tallylight("status", "--json")) / 1_000_000
                    // It is drawn once a second.
                    try await seat.until("\(before) s") { Self.shownTime(on: $0).map { $0 > before } ?? false }
                    let label = try #require(Self.seconds(try await table.property("XAyatanaLabel")))
                    let position = try await desk.withConnection { connection in
                        let name: BusName = "org.mpris.MediaPlayer2.org.tallylight.Tallylight"
                        return try await RemoteObject("org.mpris.MediaPlayer2.Player", on: "/org/mpris/MediaPlayer2", at: name, over: connection).property("Position").integer
                    }
                    let panel = try #require(Self.shownTime(on: terminal.screen))
                    let after = try await elapsed(desk.tallylight("status", "--json")) / 1_000_000
                    for time in [panel, label, Int(position ?? -1) / 1_000_000] { #expect((before...after).contains(time), "\(before) \(panel) \(label) \(position ?? -1) \(after)") }
                }
            }
            await indicator.terminate()
        }
    }

    /// The first time on a screen, in seconds.
    private static func shownTime(on screen: PseudoTerminalScreen) -> Int? { screen.lines.flatMap { $0.split(separator: " ") }.lazy.compactMap { seconds(String($0)) }.first }

    /// `1:02:03`, in seconds.
    private static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":").map { Int($0) }
        return parts.count < 2 ? nil : parts.reduce(0) { sum, part in sum.flatMap { sum in part.map { sum * 60 + $0 } } }
    }

    private func elapsed(_ result: SubprocessResult) throws -> Int {
        try #require(Int(result.succeeded().output.json("current_usec")))
    }

    @Test
    func `C077: the anchor is CLOCK_MONOTONIC's, and the time only grows`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            let begin = Int(MonotonicClock.microseconds)
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            let status = try await desk.ask("status", "--json")
            // The first frame may be of a moment before anybody asked for it: a server hands over what it has in hand.
            #expect((begin - 500_000...Int(MonotonicClock.microseconds)).contains(Int(status.json("anchor_timestamp_monotonic")) ?? 0))
            let watch = try await desk.start("tallylight", ["watch", "--json", "--tick"])
            var times: [Int] = []
            for _ in 0..<3 { times.append(Int(try await watch.nextLine().json("current_usec")) ?? -1) }
            #expect(times == times.sorted() && times[0] >= 0, "\(times)")
        }
    }

    @Test
    func `C079: whatever the wall clock is set to in a take, its time only grows, and its name is its start's`() async throws {
        let clock = try await SteppedClock()
        let microphone = try await PrivatePulse.start(.pipe)
        let noise = SoundComparison.noise(seconds: 1)
        try await Desk.use(sound: microphone, extra: clock.environment.merging(["TZ": "UTC"]) { $1 }) { desk in
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            let name = try await Subprocess.run("/bin/date", ["-u", "-d", "@\(desk.status("started_timestamp").dropLast(6))", "+%Y-%m-%d %H.%M.%S"]).succeeded().lines[0]
            var (last, asked) = (0, MonotonicClock.microseconds)
            let steps: [() -> Void] = [
                { clock.step(by: -86_400) }, { clock.step(by: 86_400) }, { clock.set(to: 0) }, { clock.set(to: 2_147_483_648) }, { clock.step(by: 0) },
            ]
            for step in steps {
                step()
                for _ in 0..<2 {
                    let before = asked
                    asked = MonotonicClock.microseconds
                    let time = try #require(Int(try await desk.status("current_usec")))
                    #expect(time > last)
                    if last > 0 { #expect(time - last < Int(MonotonicClock.microseconds - before) + 1_000_000) }
                    last = time
                }
            }
            try await desk.say(noise, into: microphone)
            clock.set(to: 0)
            await recorder.send(SIGTERM)
            _ = try await recorder.finish()
            #expect(desk.files("Documents/Tallylight") == ["\(name).flac"])
            #expect(try await desk.holds(noise, in: desk.recordings.first))
        }
    }

    @Test
    func `C079: takes from 1970, from today and from 2038 are all there after a restart, in the order of their starts`() async throws {
        let clock = try await SteppedClock()
        let engine = StandInEngine("exit 3")
        let microphone = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: microphone, extra: engine.environment.merging(clock.environment) { $1 }) { desk in
            let recorder = try await desk.startRecorder()
            var sessions: [String] = []
            for moment in [2_147_483_648, 0, Int(time(nil))] {
                clock.set(to: moment)
                try await desk.ask("start")
                try await desk.say(SoundComparison.noise(seconds: 0.2), into: microphone)
                sessions.append(try await desk.status("session"))
                #expect(try await desk.tallylight("finish", "--wait").code == 1)
            }
            let order = "\"kept\":[\"\(sessions[1])\",\"\(sessions[2])\",\"\(sessions[0])\"]"
            await recorder.send(SIGTERM)
            _ = try await recorder.finish()
            clock.step(by: 0)
            _ = try await desk.startRecorder()
            #expect(try await desk.ask("status", "--json").contains(order))
        }
    }
}
