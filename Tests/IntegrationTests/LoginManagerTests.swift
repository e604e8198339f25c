// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// What the release recorder and the login manager do for each other.
@Suite("The login manager, from outside", .crowded, .timeLimit(.minutes(5)))
struct LoginManagerTests {
    private static let idle = FakeLogind.Lock(what: "idle", who: "Tallylight", mode: "block")
    private static let sleep = FakeLogind.Lock(what: "sleep:shutdown", who: "Tallylight", mode: "delay")

    private func use(configuration: String = "", _ body: @escaping (Desk, FakeLogind, PrivatePulse) async throws -> Void) async throws {
        try await withPrivateBus { system in
            let logind = FakeLogind()
            try await onLoop { try await logind.open(on: system) }
            let sound = try await PrivatePulse.start(.pipe)
            try await Desk.use(
                sound: sound, configuration: "install-engines = no\nlanguage = en\n\(configuration)", extra: ["DBUS_SYSTEM_BUS_ADDRESS": system.addressText]
            ) { desk in
                try await running {
                    try await body(desk, logind, sound)
                } finally: {
                    _ = try? await onLoop { await logind.close() }
                }
            }
        }
    }

    /// Waits until these locks are held, and no other.
    private func expect(_ locks: FakeLogind.Lock..., by logind: FakeLogind) async throws {
        let locks = Set(locks)
        try await onLoop { await logind.until { Set(logind.locks) == locks } }
    }

    @Test
    func `a recording holds two locks, a pause one, the end none, and neither does a recorder that is killed`() async throws {
        try await use { desk, logind, _ in
            let recorder = try await desk.startRecorder()
            let clients = try await onLoop { try await logind.clients() }
            #expect(clients == 0, "a recorder at rest needs no system bus")
            try await desk.ask("start")
            try await expect(Self.idle, Self.sleep, by: logind)
            try await desk.ask("pause")
            try await expect(Self.sleep, by: logind)
            try await desk.ask("discard")
            try await expect(by: logind)
            try await onLoop { while try await logind.clients() > 0 {} }
            try await desk.ask("start")
            try await expect(Self.idle, Self.sleep, by: logind)
            await recorder.send(SIGKILL)
            try await expect(by: logind)
        }
    }

    @Test
    func `who wants the screen to turn off has no lock against that, but the machine still waits for the disk`() async throws {
        try await use(configuration: "inhibit-idle = no\n") { desk, logind, _ in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            try await expect(Self.sleep, by: logind)
            let questions = try await onLoop { logind.questions }
            #expect(questions == [Self.sleep])
        }
    }

    @Test(arguments: ["PrepareForSleep", "PrepareForShutdown"] as [MemberName])
    func `when the machine goes the take is paused and on disk within a second, and only the user resumes it`(_ signal: MemberName) async throws {
        try await use { desk, logind, pulse in
            _ = try await desk.startRecorder()
            let watch = try await desk.changes()
            try await desk.ask("start")
            try await expect(Self.idle, Self.sleep, by: logind)
            let (before, after) = (SoundComparison.noise(seconds: 1), SoundComparison.noise(seconds: 1, seed: 2))
            try await desk.say(before, into: pulse)
            let start = MonotonicClock.microseconds
            try await onLoop { logind.announce(signal, true) }
            try await expect(by: logind)
            let time = MonotonicClock.microseconds - start
            // What is there now would be there after a power cut.
            let session = try #require(desk.takes.first)
            let saved = try await SoundComparison.decode("\(desk.audio(of: session)).part")
            #expect(time < 3_000_000)
            let line = try await watch.until("\"state\":\"paused\"")
            #expect(line.contains("\"interrupted\":true"))
            #expect(line.json("notice") == "inputLost")
            #expect(SoundComparison.wholePart(of: before, in: saved) == before.count)
            try await onLoop { logind.announce(signal, false) }
            try await expect(Self.sleep, by: logind)
            #expect(try await desk.status("state") == "paused")
            try await desk.ask("resume")
            try await expect(Self.idle, Self.sleep, by: logind)
            try await desk.say(after, into: pulse)
            try await desk.ask("quit", "--force")
            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            let whole = [before, after].map { SoundComparison.wholePart(of: $0, in: recorded) ?? 0 }
            #expect(whole == [before.count, after.count])
            let missing = (before.count + after.count - whole[0] - whole[1]) / 48
            print("interruption: \(signal) | logind | paused, on disk, lock given back; waits for the user | – | \(missing) | \(time / 1000) | –")
        }
    }

    @Test
    func `a microphone that comes back after a sleep does not start the recording`() async throws {
        try await use { desk, logind, pulse in
            _ = try await desk.startRecorder()
            let watch = try await desk.changes()
            try await desk.ask("start")
            try await expect(Self.idle, Self.sleep, by: logind)
            try await pulse.unplug()
            try await watch.until("\"state\":\"paused\"")
            try await onLoop { logind.announce("PrepareForSleep", true) }
            try await expect(by: logind)
            try await onLoop { logind.announce("PrepareForSleep", false) }
            try await expect(Self.sleep, by: logind)
            try await stays(desk, pulse) { try await pulse.plug() }
            try await desk.ask("resume")
        }
    }

    @Test
    func `a locked screen changes nothing`() async throws {
        try await use { desk, logind, _ in
            _ = try await desk.startRecorder()
            let watch = try await desk.changes()
            try await desk.ask("start")
            try await expect(Self.idle, Self.sleep, by: logind)
            try await onLoop { logind.lockScreen() }
            // Whoever hears the one hears the other before it.
            try await onLoop { logind.announce("PrepareForSleep", true) }
            try await expect(by: logind)
            let states = await watch.lines.map { $0.json("state") }
            #expect(states.filter { $0 == "paused" }.count == 1)
        }
    }

    @Test
    func `a locked screen pauses the take of whoever wants that, until it is resumed`() async throws {
        try await use(configuration: "pause-when-locked = yes\n") { desk, logind, _ in
            _ = try await desk.startRecorder()
            let watch = try await desk.changes()
            for lock in [{ $0.lockScreen() }, { $0.hint(isLocked: true) }] as [@LoopActor (FakeLogind) -> Void] {
                try await desk.ask(desk.takes.isEmpty ? "start" : "resume")
                try await expect(Self.idle, Self.sleep, by: logind)
                try await onLoop { lock(logind) }
                let line = try await watch.until("\"state\":\"paused\"")
                #expect(line.json("interrupted") == "false")
                try await onLoop { logind.hint(isLocked: false) }
                try await expect(Self.sleep, by: logind)
            }
            #expect(try await desk.status("state") == "paused")
        }
    }

    @Test
    func `a logind that never answers delays nothing`() async throws {
        try await use { desk, logind, _ in
            try await onLoop { logind.gate = Gate() }
            _ = try await desk.startRecorder()
            let clock = ContinuousClock()
            try await desk.ask("start")
            try await onLoop { await logind.until { logind.questions.count == 1 } }
            let time = try await clock.measure { for _ in 0..<4 { try await desk.ask("toggle") } }
            // Each that waited for it would take 5 s.
            #expect(time < .seconds(10))
            try await onLoop { logind.gate.open() }
        }
    }

    @Test(arguments: [true, false])
    func `a sleep of which nobody told pauses the take as one that was told, whether it was recording or had lost its microphone`(isRecording: Bool) async throws {
        let (clock, pulse) = (try await SteppedClock(), try await PrivatePulse.start(.pipe))
        try await Desk.use(sound: pulse, extra: clock.environment) { desk in
            _ = try await desk.startRecorder()
            let watch = try await desk.changes()
            try await desk.ask("start")
            let start = MonotonicClock.microseconds
            if isRecording {
                clock.sleep(for: 3600)
            } else {
                try await pulse.unplug()
            }
            let line = try await watch.until("\"state\":\"paused\"")
            #expect(line.contains("\"interrupted\":true"))
            if isRecording {
                let noticed = (MonotonicClock.microseconds - start) / 1000
                print("interruption: sleep nobody told of (boot clock 1 h ahead) | no logind | paused, waits for the user | – | – | \(noticed) | –")
            } else {
                clock.sleep(for: 3600)
            }
            try await stays(desk, pulse) {
                if !isRecording { try await pulse.plug() }
            }
            try await desk.ask("resume")
            #expect(try await desk.status("state") == "recording")
        }
    }

    /// Expects that a take stays paused, whatever becomes of the microphone: another recorder, whose pause may end by itself, has gone on before it is looked at.
    private func stays(_ desk: Desk, _ pulse: PrivatePulse, when event: () async throws -> Void) async throws {
        try await event()
        try await Desk.use(extra: pulse.environment.filter { $0.key.hasPrefix("PULSE_") }) { other in
            _ = try await other.startRecorder()
            let watch = try await other.changes()
            try await other.ask("start")
            try await pulse.unplug()
            try await watch.until("\"state\":\"paused\"")
            try await pulse.plug()
            try await watch.until("\"state\":\"recording\"")
        }
        #expect(try await desk.status("state") == "paused")
        #expect(try await desk.statusLine().contains("\"interrupted\":true"))
    }
}
