// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// The session bus hangs: nobody answers, and nobody says that it is gone.
@Suite("The bus is frozen in a take", .crowded, .timeLimit(.minutes(5)))
struct FrozenBusTests {
    private let before = SoundComparison.noise(seconds: 20, seed: 1)
    private let after = SoundComparison.noise(seconds: 20, seed: 2)
    private static let step = MethodCall("Perform", of: "org.tallylight.Recorder1", on: "/org/tallylight/Recorder1", at: "org.tallylight.Recorder1")

    @Test
    func `for a minute: no sample is lost, memory does not grow, and then everything is as the keys left it`() async throws {
        let sound = try await PrivatePulse.start()
        try await Desk.use(sound: sound) { [before, after] desk in
            let bus = try #require(desk.bus)
            try await Seat.use(on: desk) { seat, terminal in
                try await seat.shows("○ Ready")
                let notifications = FakeNotificationServer()
                try await notifications.open(on: bus)
                terminal.type(" ")
                try await seat.shows("● Recording")
                let log = try await desk.follow()
                try await log.until("\"state\":\"recording\"")
                let client = try await Connection.open(bus.address)
                let process = try await seat.process()
                let memory = try await Subprocess.memory(of: process)
                let posts = notifications.posts.count
                let clock = ContinuousClock()
                let start = clock.now

                kill(bus.pid, SIGSTOP)
                // Who is connected already is not told that nobody reads what it sends: a command that was to be done within a second, and one that may take its time.
                let deadline = MonotonicClock.microseconds + 1_000_000
                let late = Loop.shared.task { await Self.answer(to: "pause", ["deadline": .uint64(deadline)], over: client) }
                let patient = Loop.shared.task { await Self.answer(to: "start", [:], over: client) }
                let hanging = [try await desk.start("tallylight", ["pause"]), try await desk.start("tallylight", ["status"])]
                #expect(try await sound.play(before).finish(within: .seconds(60)).code == 0)
                // There is always something to hear: five seconds of silence are a fact that everybody is told, and rightly so.
                let between = try await sound.play(SoundComparison.noise(seconds: 120, seed: 3))
                for _ in 0..<100 {
                    terminal.type(" ")
                    try await seat.shows("❚❚ Paused")
                    terminal.type(" ")
                    try await seat.shows("● Recording")
                }
                between.send(SIGTERM)
                _ = try await between.finish(within: .seconds(10))
                #expect(try await sound.play(after).finish(within: .seconds(60)).code == 0)
                for command in hanging { #expect([1, 5].contains(try await command.finish(within: .seconds(60)).code)) }
                let rest = max(.milliseconds(1), .seconds(60) - (clock.now - start))
                #expect(try await sound.play(SoundComparison.noise(seconds: rest / .seconds(1), seed: 4)).finish(within: .seconds(90)).code == 0)
                let growth = try await Subprocess.memory(of: process) - memory
                kill(bus.pid, SIGCONT)

                print("bus: frozen for \((clock.now - start).components.seconds) s with 200 transitions: \(memory) kB before, \(growth) kB more at the end")
                #expect(growth < 4096)
                #expect(await late.value == "org.tallylight.Recorder1.Error.Cancelled")
                #expect(await patient.value == "recording")
                #expect(try await desk.status("state") == "recording")
                // Of all that happened meanwhile, displays need only the end.
                try await log.until("\"state\":\"recording\"", "\"elapsed_usec\":\(try await desk.status("elapsed_usec")),")
                #expect(notifications.posts.count - posts <= 2)
                #expect(notifications.standing.values.map(\.summary) == ["Recording"])
                #expect(terminal.screen.contains("● Recording"))
                await client.close()
                terminal.type("qs")
                try await seat.ends(with: 0)
                let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
                for noise in [before, after] {
                    let stretches = SoundComparison.stretches(of: noise, in: Self.part(recorded, from: noise))
                    print("bus: frozen, of \(noise.count) frames played \(noise.count - stretches.reduce(0) { $0 + $1.count }) are missing, in \(stretches.count) stretches")
                    #expect(stretches.count == 1 && stretches[0].count > noise.count - 64, "\(stretches)")
                }
            }
        }
    }

    /// A recording from where `noise` begins in it.
    private static func part(_ recorded: [Int16], from noise: [Int16]) -> [Int16] {
        Array(recorded[(SoundComparison.offset(of: noise[..<64], in: recorded) ?? 0)...])
    }

    /// What a command is answered with: the state, or the name of the error.
    @LoopActor
    private static func answer(to command: String, _ options: [String: Value], over client: Connection) async -> String {
        var call = step
        call.arguments = [.string(command), .options(options)]
        do throws(BusError) {
            return try await client.call(call, within: .seconds(100)).first?.options?["state"]?.text ?? ""
        } catch {
            guard case .remote(let name, _) = error else { return "\(error)" }
            return name.text
        }
    }
}
