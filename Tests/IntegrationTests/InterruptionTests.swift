// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport
import Testing

/// The microphone is taken away in a take: the take pauses and says so, goes on by itself, and what was said before and after is in its file.
@Suite("Bad days: the microphone in a take", .crowded, .timeLimit(.minutes(5)))
struct InterruptionTests {
    private let before = SoundComparison.noise(seconds: 1, seed: 1)
    private let after = SoundComparison.noise(seconds: 1, seed: 2)

    /// A take with something in it already.
    private func begin(_ desk: Desk, _ pulse: PrivatePulse) async throws -> RecorderLog {
        _ = try await desk.startRecorder()
        let watch = try await desk.changes()
        try await desk.ask("start")
        await pulse.say(before)
        return watch
    }

    /// Ends the take, and expects both parts in it, whole and in order.
    private func finish(_ desk: Desk, _ pulse: PrivatePulse) async throws {
        await pulse.say(after)
        try await desk.ask("quit", "--force")
        let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
        #expect(SoundComparison.wholePart(of: before, in: recorded) == before.count)
        #expect(SoundComparison.wholePart(of: after, in: recorded) == after.count)
        let order = [before, after].map { SoundComparison.offset(of: $0[..<64], in: recorded, tolerance: 0) ?? -1 }
        #expect(order[0] < order[1])
    }

    private func expectPause(_ watch: RecorderLog) async throws {
        let line = try await watch.until("\"state\":\"paused\"")
        #expect(line.contains("\"interrupted\":true"))
        #expect(line.json("notice") == "inputLost")
        #expect(line.contains("\"anchor_timestamp_monotonic\":null"))
    }

    @Test
    func `C091: unplugged and plugged in again: it pauses with a notice and goes on by itself`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            let watch = try await begin(desk, pulse)
            try await pulse.unplug()
            try await expectPause(watch)
            try await pulse.plug()
            let line = try await watch.until("\"state\":\"recording\"")
            #expect(line.contains("\"interrupted\":false"))
            try await finish(desk, pulse)
        }
    }

    @Test
    func `C091: a pause that the user made their own is not undone`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            let watch = try await begin(desk, pulse)
            // Another recorder, whose pause stays the system's: when it has gone on, this one would have, too.
            try await Desk.use(extra: pulse.environment.filter { $0.key.hasPrefix("PULSE_") }) { other in
                let otherWatch = try await begin(other, pulse)
                try await pulse.unplug()
                try await expectPause(watch)
                try await expectPause(otherWatch)
                try await desk.ask("pause")
                #expect(try await desk.statusLine().contains("\"interrupted\":false"))
                try await pulse.plug()
                try await otherWatch.until("\"state\":\"recording\"")
            }
            #expect(try await desk.status("state") == "paused")
            try await desk.ask("resume")
            try await finish(desk, pulse)
        }
    }

    @Test
    func `a stream that the user ends in the mixer pauses the take with a notice, and only the user resumes it`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            let watch = try await begin(desk, pulse)
            let index = try await pulse.pactl("list", "short", "source-outputs").prefix { $0 != "\t" }
            pulse.command("kill-source-output \(index)")
            try await expectPause(watch)
            // Another recorder, whose pause may end by itself: when it has gone on, this one would have, too.
            try await Desk.use(extra: pulse.environment.filter { $0.key.hasPrefix("PULSE_") }) { other in
                let otherWatch = try await begin(other, pulse)
                try await pulse.unplug()
                try await expectPause(otherWatch)
                try await pulse.plug()
                try await otherWatch.until("\"state\":\"recording\"")
            }
            #expect(try await desk.status("state") == "paused")
            #expect(desk.takes.count == 1)
            try await desk.ask("resume")
            try await finish(desk, pulse)
        }
    }

    @Test
    func `C091: with only a monitor left nothing is recorded, until the microphone is back`() async throws {
        let pulse = try await PrivatePulse.start()
        try await Desk.use(sound: pulse) { desk in
            _ = try await desk.startRecorder()
            let watch = try await desk.changes()
            try await desk.ask("start")
            try await pulse.unplug()
            try await expectPause(watch)
            #expect(try await pulse.play(before).finish().code == 0)
            let refusal = try await desk.tallylight("resume")
            #expect(refusal.code == 1)
            #expect(refusal.errors.contains("no microphone"), "\(refusal.errors)")
            #expect(try await desk.status("state") == "paused")
            #expect(try await pulse.pactl("list", "short", "source-outputs").split(separator: "\n").allSatisfy { $0.contains("module-remap") })
            try await pulse.plug()
            try await watch.until("\"state\":\"recording\"")
            #expect(try await pulse.play(after).finish().code == 0)
            try await desk.ask("quit", "--force")
            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            for start in stride(from: 0, to: before.count - 64, by: 4800) {
                #expect(SoundComparison.offset(of: before[start..<(start + 64)], in: recorded) == nil, "the monitor was recorded")
            }
            #expect(SoundComparison.stretches(of: after, in: recorded).reduce(0) { $0 + $1.count } > 40_000)
        }
    }

    @Test
    func `the sound server is killed and started again: what was said before and after is there`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            let watch = try await begin(desk, pulse)
            await pulse.kill()
            try await expectPause(watch)
            try await pulse.start()
            try await watch.until("\"state\":\"recording\"")
            try await finish(desk, pulse)
        }
    }

    @Test
    func `C093: a source that stalls in a take pauses it, and goes on when it delivers`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            let watch = try await begin(desk, pulse)
            pulse.setRoom(nil)
            try await expectPause(watch)
            pulse.setRoom(0)
            try await watch.until("\"state\":\"recording\"")
            try await finish(desk, pulse)
        }
    }

    @Test(arguments: [true, false])
    func `C093: a take whose source has stalled can be ended, before and after that is noticed, with all that was said in it`(isNoticed: Bool) async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            let watch = try await begin(desk, pulse)
            pulse.setRoom(nil)
            if isNoticed { try await expectPause(watch) } else { try await desk.ask("pause") }
            let published = try #require(Int64(try await desk.status("elapsed_usec"))) * 48 / 1000
            try await desk.ask("quit", "--force")
            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            #expect(abs(Int64(recorded.count) - published) <= 1)
            #expect(SoundComparison.wholePart(of: before, in: recorded) == before.count)
        }
    }

    @Test
    func `C093: a source ten times too slow is a gap that is told, and the time does not run ahead of the sound`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            _ = try await desk.startRecorder()
            let watch = try await desk.changes()
            try await desk.ask("start")
            pulse.setRoom(nil)
            let length = try #require(Int64(try await desk.status("current_usec")))
            // 20 ms of sound every 200 ms.
            let slow = try await Subprocess.start(
                "/bin/sh", ["-c", "while :; do head -c 1920 /dev/urandom; sleep 0.2; done > \"$1\"", "sh", pulse.folder.file("pipe")])
            let clock = ContinuousClock()
            let start = clock.now
            var line = try await watch.until("\"notice\":\"gap\"")
            while clock.now - start < .seconds(3) { line = try await watch.until("\"state\":\"recording\"") }
            #expect(try #require(Int64(line.json("elapsed_usec"))) - length < 2_500_000)
            await slow.terminate()
            try await desk.ask("pause")
            let published = try #require(Int64(try await desk.status("elapsed_usec"))) * 48 / 1000
            try await desk.ask("quit", "--force")
            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            #expect(abs(Int64(recorded.count) - published) <= 4800)
        }
    }

    @Test
    func `C097: a microphone that comes back with other rates leaves the file's rate and the tone alone`() async throws {
        let pulse = try await PrivatePulse.start(.pipe, rate: 48_000)
        try await Desk.use(sound: pulse) { desk in
            _ = try await desk.startRecorder()
            let watch = try await desk.changes()
            try await desk.ask("start")
            var ends: [Int64] = []
            for rate in [48_000, 16_000, 44_100] {
                if rate != 48_000 {
                    try await pulse.plug(rate: rate)
                    try await watch.until("\"state\":\"recording\"")
                }
                await pulse.say(SoundComparison.tone(seconds: 1, rate: rate))
                try await pulse.unplug()
                ends.append(try #require(Int64(try await watch.until("\"state\":\"paused\"").json("elapsed_usec"))) * 48 / 1000)
            }
            try await desk.ask("quit", "--force")
            let audio = try #require(desk.recordings.first)
            #expect(try await desk.run("soxi", "-r", audio).output == "48000\n")
            let recorded = try await SoundComparison.decode(audio)
            // The published time is in whole microseconds.
            try #require(abs(Int64(recorded.count) - ends[2]) <= 1)
            for (start, end) in zip([0] + ends, ends) {
                let loud = recorded[Int(start)..<min(Int(end), recorded.count)].drop { abs(Int($0)) < 1000 }
                let tone = loud.dropFirst(4800).prefix(36_000)
                #expect(abs(SoundComparison.hertz(tone) - 440) < 3)
                // A second of it, not what another rate would make of it.
                let length = loud.count - loud.reversed().prefix { abs(Int($0)) < 1000 }.count
                #expect(abs(length - 48_000) < 480)
            }
        }
    }
}
