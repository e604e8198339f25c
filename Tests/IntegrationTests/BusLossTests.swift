// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// The session bus dies, comes back, or was never there: nothing of a take is lost.
@Suite("The bus goes away", .crowded, .timeLimit(.minutes(5)))
struct BusLossTests {
    @Test
    func `C051: the bus is killed in a take and a new one comes: the take is found again, finished over it, and whole`() async throws {
        let engine = StandInEngine()
        try await Desk.use(sound: PrivatePulse.start(), extra: engine.environment) { desk in
            let bus = try #require(desk.bus)
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            let before = try await desk.ask("status", "--json")
            let noise = SoundComparison.noise(seconds: 3.5)
            let player = try await #require(desk.sound).play(noise + [Int16](repeating: 0, count: 24_000))
            bus.kill()
            #expect(try await desk.tallylight("status").code == 1)
            // The bus is away for two seconds, as that is what the case asks for.
            try await onLoop { try await LoopTimer.sleep(for: .seconds(2)) }
            let successor = try PrivateBus(in: bus.folder)
            defer { successor.kill() }
            try await desk.run("gdbus", "wait", "--session", "--timeout=10", "org.tallylight.Tallylight").succeeded()
            let after = try await desk.ask("status", "--json")
            for key in ["state", "session", "source"] {
                #expect(after.json(key) == before.json(key), "\(key)")
            }
            #expect(after.json("state") == "recording")
            // What the timer counts from: the same, but for what it was set right by the frames meanwhile.
            #expect(abs(try beginning(after) - beginning(before)) < 1_000_000)
            #expect(try await player.finish().code == 0)
            #expect(try await desk.ask("finish", "--wait") == "\(StandInEngine.words)\n")
            #expect(try await desk.holds(noise, in: desk.audio))
        }
    }

    private func beginning(_ status: String) throws -> Int {
        try #require(Int(status.json("anchor_timestamp_monotonic"))) - #require(Int(status.json("elapsed_usec")))
    }

    @Test
    func `C051: no command that was sent before is done again on the new bus`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            let bus = try #require(desk.bus)
            _ = try await desk.startRecorder()
            try await desk.withConnection { connection in
                let object = desk.recorder(over: connection)
                for member: MemberName in ["Toggle", "Toggle", "Toggle"] {
                    try connection.send(MethodCall(member, of: object.interface, on: object.path, at: object.destination))
                }
                _ = try await object.property("State")
                bus.kill()
                await connection.closed()
            }
            let successor = try PrivateBus(in: bus.folder)
            defer { successor.kill() }
            try await desk.run("gdbus", "wait", "--session", "--timeout=10", "org.tallylight.Tallylight").succeeded()
            // Start, pause, resume were on their way, and are done once.
            let log = try await desk.follow()
            let state = try await log.until("\"state\":\"recording\"")
            #expect(desk.takes == [state.json("session")])
            await log.process.terminate()
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `C051: without a new bus a signal saves the take`(_ signal: Int32) async throws {
        let microphone = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: microphone) { desk in
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            let noise = SoundComparison.noise(seconds: 1)
            try await desk.say(noise, into: microphone)
            desk.bus?.kill()
            try await recorder.errors(containing: "the session bus is gone")
            await recorder.send(signal)
            #expect(try await recorder.finish(within: .seconds(10)).ending == .signalled(signal))
            #expect(try await desk.holds(noise, in: desk.recordings.first))
            #expect(desk.takes.count == 1)
        }
    }

    @Test
    func `serve without a bus fails with a sentence and touches nothing`() async throws {
        for address in ["unix:path=/nonexistent/bus", ""] {
            try await Desk.use(hasBus: false, extra: ["DBUS_SESSION_BUS_ADDRESS": address]) { desk in
                let result = try await desk.tallylight("serve")
                #expect(result.code == 1)
                #expect(result.errors.contains("bus") && result.errors.hasSuffix(".\n"), "\(result.errors)")
                #expect(try await desk.tallylight("status").code == 1)
                #expect(try await desk.tallylight("toggle").code == 1)
                #expect(desk.home.names == [".config"])
            }
        }
    }

    @Test
    func `a recorder whose bus is gone for good ends by itself when nothing is open`() async throws {
        // Real time: the minute design.md gives it.
        try await Desk.use { desk in
            let recorder = try await desk.startRecorder()
            desk.bus?.kill()
            let result = try await recorder.finish(within: .seconds(80))
            #expect(result.ending == .exited(1), "\(result.errors)")
            #expect(result.errors.contains("the session bus stayed away"))
        }
    }
}
