// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport
import Testing

/// Commands that come too fast, at the wrong time, or from somebody who leaves: no sound is lost and the next command works.
@Suite("Commands and the sound", .crowded, .timeLimit(.minutes(5)))
struct CommandRaceTests {
    @Test
    func `C063: 200 toggles at once from 4 clients: each is answered, and then the recorder still reacts`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            _ = try await desk.startRecorder()
            let address = try #require(desk.bus).address
            let answers = try await onLoop {
                var clients: [Connection] = []
                for _ in 0..<4 { clients.append(try await Connection.open(address)) }
                let calls = (0..<200).map { number in
                    Loop.shared.task { await Self.toggle(clients[number % 4]) }
                }
                var answers: [String] = []
                for call in calls { answers.append(await call.value) }
                for client in clients { await client.close() }
                return answers
            }
            // The first starts, and then recording and paused take turns: a linear history.
            #expect(answers.filter { $0 == "recording" }.count == 100, "\(answers)")
            #expect(answers.filter { $0 == "paused" }.count == 100)
            let line = try await desk.statusLine()
            #expect(line.json("state") == "paused")
            #expect(desk.takes == [line.json("session")])
            // It reacts, and the take is whole.
            try await desk.ask("toggle")
            let played = SoundComparison.noise(seconds: 1)
            await pulse.say(played)
            #expect(try await pulse.pactl("list", "short", "source-outputs").split(separator: "\n").count == 1)
            try await desk.ask("quit", "--force")
            #expect(desk.takes.count == 1)
            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            #expect(SoundComparison.wholePart(of: played, in: recorded) == played.count)
            #expect(try await pulse.pactl("list", "short", "source-outputs").isEmpty)
        }
    }

    @LoopActor
    private static func toggle(_ client: Connection) async -> String {
        let call = MethodCall("Toggle", of: "org.tallylight.Recorder1", on: "/org/tallylight/Recorder1", at: "org.tallylight.Recorder1")
        do throws(BusError) {
            guard case .string(let state)? = try await client.call(call, within: .seconds(60)).first else { return "nothing" }
            return state
        } catch {
            return error.description
        }
    }

    @Test
    func `C065: discards of nothing are refused, and the take after them lives`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            _ = try await desk.startRecorder()
            for _ in 0..<4 {
                let refusal = try await desk.tallylight("discard")
                #expect(refusal.code == 3)
                #expect(refusal.errors.contains("Nothing is being recorded"), "\(refusal.errors)")
            }
            #expect(try await desk.call("Discard").errors.contains("Error.InvalidState:"))
            try await desk.ask("toggle")
            let played = SoundComparison.noise(seconds: 5)
            await pulse.say(played)
            #expect(try await desk.status("state") == "recording")
            try await desk.ask("quit", "--force")
            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            #expect(SoundComparison.wholePart(of: played, in: recorded) == played.count)
        }
    }

    @Test
    func `C071: whoever leaves discards nothing; two discards are one, and recover brings the take back whole`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            _ = try await desk.startRecorder()
            let watch = try await desk.start("tallylight", ["watch"])
            try await desk.ask("start")
            let session = try await desk.status("session")
            let played = SoundComparison.noise(seconds: 2)
            await pulse.say(played)
            // A display goes, a script asks for the end without force, a stranger's discard comes while recording.
            await watch.terminate()
            _ = try await watch.finish()
            #expect(try await desk.tallylight("quit").code == 3)
            #expect(try await desk.tallylight("discard").code == 3)
            #expect(try await desk.tallylight("discard", "--session", "20000101_000000_0123456789abcdef").code == 3)
            #expect(try await desk.status("state") == "recording")
            try await desk.ask("pause")
            // A button pressed twice: the second press finds nothing, and takes nothing else with it.
            async let first = desk.tallylight("discard", "--session", session)
            async let second = desk.tallylight("discard", "--session", session)
            #expect(try await [first.code, second.code].sorted() == [0, 3])
            #expect(try await desk.ask("recover") == "\(session)\n")
            #expect(try await desk.statusLine().contains("\"kept\":[\"\(session)\"]"))
            let recorded = try await SoundComparison.decode(desk.audio(of: session))
            #expect(SoundComparison.wholePart(of: played, in: recorded) == played.count)
        }
    }
}
