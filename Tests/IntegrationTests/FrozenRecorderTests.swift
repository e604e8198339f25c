// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// The recorder itself is stopped in a take, as by a debugger, a container that is frozen, or a machine without memory.
@Suite("The recorder is stopped in a take", .crowded, .timeLimit(.minutes(5)))
struct FrozenRecorderTests {
    /// Both servers keep 4 MiB for a client that does not read: 43.7 s.
    @Test(arguments: SoundServer.allCases)
    func `for forty seconds: nothing is lost, and nobody is told that anything was`(_ server: SoundServer) async throws {
        let sound = try await server.start()
        try await Desk.use(sound: sound, extra: ["TALLYLIGHT_LOG": "info"]) { desk in
            let recorder = try await desk.startRecorder()
            let log = try await desk.follow()
            try await desk.ask("start")
            let noise = SoundComparison.noise(seconds: 44)
            // What comes after it is not compared: a pause that follows the last sample at once is before that sample for a server that works in blocks.
            let player = try await sound.play(noise + [Int16](repeating: 1, count: 24_000))
            try await LoopTimer.sleep(for: .seconds(1))
            let begin = MonotonicClock.microseconds
            await recorder.send(SIGSTOP)
            try await LoopTimer.sleep(for: .seconds(40))
            await recorder.send(SIGCONT)
            let stop = Int(MonotonicClock.microseconds - begin) / 1000
            #expect(try await player.finish(within: .seconds(30)).code == 0)
            // The timer is right as soon as there is somebody to ask, and goes on as before.
            let line = try await desk.statusLine()
            #expect(line.json("state") == "recording" && line.json("notice") != "gap", "\(line)")
            #expect(try #require(Int(line.json("current_usec"))) > 44_000_000)
            try await desk.ask("pause")
            let published = try #require(Int(try await desk.status("elapsed_usec")))
            try await desk.ask("quit", "--force")
            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            #expect(abs(recorded.count - published * 48 / 1000) <= 4800, "\(recorded.count) frames, \(published) µs published")
            let stretches = SoundComparison.stretches(of: noise, in: recorded)
            let lost = noise.count - stretches.reduce(0) { $0 + $1.count }
            let result = try await recorder.finish()
            let told = result.errors.split(separator: "\n").count { $0.contains("never arrived") }
            print("stopped: \(server), \(stop) ms: \(max(0, lost)) of \(noise.count) frames lost, in \(stretches.count) stretches; gaps told: \(told)")
            #expect(lost < 64 && told == 0, "\(stretches) \(result.errors)")
            // No pause, and no jump of the timer back and forth.
            for line in await log.lines.dropFirst() { #expect(!line.contains("paused") || line.json("interrupted") == "false", "\(line)") }
        }
    }

    @Test(arguments: [["pause"], ["quit", "--force"]])
    func `a take that is paused or ended right after it holds all that the server had in hand`(_ command: [String]) async throws {
        let microphone = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: microphone) { desk in
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            let noise = SoundComparison.noise(seconds: 20)
            await recorder.send(SIGSTOP)
            await microphone.say(noise)
            let asking = try await desk.start("tallylight", command)
            await recorder.send(SIGCONT)
            #expect(try await asking.finish().code == 0)
            if command == ["pause"] { try await desk.ask("quit", "--force") }
            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            #expect(SoundComparison.wholePart(of: noise, in: recorded) == noise.count)
        }
    }
}
