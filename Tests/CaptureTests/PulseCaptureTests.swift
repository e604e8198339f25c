// SPDX-License-Identifier: MIT

import Capture
import Commanding
import EventLoop
import Recording
import TestSupport
import Testing

@Suite("PulseCapture", .serialized, .timeLimit(.minutes(1)))
struct PulseCaptureTests {
    private let folder = ScratchFolder()
    private var path: String { folder.file("audio.flac.part") }

    @Test
    func `what is spoken is what the file holds, bit for bit`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        let capture = await PulseCapture(server: pulse.server)
        let start = try await capture.start(at: path)
        #expect(start.source.contains("FIFO"))
        let played = SoundComparison.noise(seconds: 10)
        await pulse.feed(played)
        try await pulse.waitUntilHeard(by: capture)
        let end = try await capture.stop()
        let recorded = try await SoundComparison.decode(path)
        #expect(end.frames == Int64(recorded.count))
        let offset = try #require(SoundComparison.offset(of: played[..<64], in: recorded, tolerance: 0))
        #expect(Array(recorded[offset..<(offset + played.count)]) == played)
        await pulse.stop()
    }

    @Test
    func `what is played in real time is heard whole, on PulseAudio`() async throws {
        try await hear(try await PrivatePulse.start())
    }

    @Test
    func `what is played in real time is heard whole, on PipeWire`() async throws {
        try await hear(try await PrivatePipeWire.start())
    }

    private func hear(_ microphone: some VirtualMicrophone) async throws {
        let before = try await microphone.settings()
        let capture = await PulseCapture(server: microphone.server)
        let called = MonotonicTime.now
        let start = try await capture.start(at: path)
        let returned = MonotonicTime.now
        // A server may hand out what it had in its buffer already.
        #expect(start.firstFrame > called.advanced(by: .milliseconds(-100)))
        #expect(start.firstFrame < returned)
        let played = SoundComparison.noise(seconds: 1)
        _ = try await microphone.play(played).finish()
        let stopped = MonotonicTime.now
        let end = try await capture.stop()
        let recorded = try await SoundComparison.decode(path)
        #expect(end.frames == Int64(recorded.count))
        #expect(abs((end.duration - stopped.duration(since: start.firstFrame)).wholeMicroseconds) < 500_000)
        let offset = try #require(SoundComparison.offset(of: played[1000..<1064], in: recorded)) - 1000
        let heard = recorded[max(0, offset)...].prefix(played.count)
        #expect(heard.count > played.count - 4800)
        #expect(SoundComparison.correlation(heard, played) > 0.999)
        // C099: nobody's volume, mute or default was touched.
        #expect(try await microphone.settings() == before)
        await microphone.stop()
    }

    @Test
    func `pauses leave nothing out and put nothing in, on PulseAudio`() async throws {
        try await pauses(try await PrivatePulse.start())
    }

    @Test
    func `pauses leave nothing out and put nothing in, on PipeWire`() async throws {
        try await pauses(try await PrivatePipeWire.start())
    }

    private func pauses(_ microphone: some VirtualMicrophone) async throws {
        let played = SoundComparison.noise(seconds: 20)
        let capture = await PulseCapture(server: microphone.server)
        _ = try await capture.start(at: path)
        let player = try await microphone.play(played)
        var pauses: [Duration] = []
        for _ in 0..<2 {
            try await LoopTimer.sleep(for: .milliseconds(400))
            let called = MonotonicTime.now
            let rest = try await capture.pause()
            #expect(await capture.level() == -.infinity)
            try await LoopTimer.sleep(for: .milliseconds(200))
            let start = try await capture.resume()
            #expect(start.firstFrame > called)
            pauses.append(MonotonicTime.now.duration(since: called))
            #expect(rest.frames > 0)
        }
        try await LoopTimer.sleep(for: .milliseconds(400))
        let rest = try await capture.pause()
        let end = try await capture.stop()
        await player.terminate()
        let recorded = try await SoundComparison.decode(path)
        #expect(end.frames == Int64(recorded.count))
        #expect(end.frames - rest.frames < 4800)
        // Three stretches of what was played, whole and in order, and between them no more than the pauses took.
        let stretches = SoundComparison.stretches(of: played, in: recorded)
        try #require(stretches.count == 3, "\(stretches)")
        for (index, pause) in pauses.enumerated() {
            let (before, after) = (stretches[index], stretches[index + 1])
            let missing = CapturePosition(frames: Int64(after.original - before.original - before.count)).duration
            #expect(missing > .milliseconds(100))
            #expect(missing < pause + .milliseconds(150))
        }
        await microphone.stop()
    }

    @Test
    func `a take that is stopped at once is a whole file`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        let capture = await PulseCapture(server: pulse.server)
        _ = try await capture.start(at: path)
        let end = try await capture.stop()
        #expect(end.frames > 0)
        #expect(try await SoundComparison.decode(path).count == Int(end.frames))
        // Nothing is left open, and the next take begins anew.
        let next = folder.file("next.flac")
        _ = try await capture.start(at: next)
        _ = try await capture.pause()
        let again = try await capture.stop()
        #expect(try await SoundComparison.decode(next).count == Int(again.frames))
        await pulse.stop()
    }

    @Test
    func `the stream says whose it is, is corked in a pause, and nothing is left of it after the stop`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        let capture = await PulseCapture(server: pulse.server)
        #expect(try await !pulse.pactl("list", "clients").contains("Tallylight"))
        _ = try await capture.start(at: path)
        let running = try await pulse.pactl("list", "source-outputs")
        #expect(running.contains("application.name = \"Tallylight\""))
        #expect(running.contains("application.id = \"org.tallylight.Tallylight\""))
        #expect(running.contains("application.icon_name = \"org.tallylight.Tallylight\""))
        #expect(running.contains("Sample Specification: s16le 1ch 48000Hz"))
        #expect(running.contains("Corked: no"))
        _ = try await capture.pause()
        #expect(try await pulse.pactl("list", "source-outputs").contains("Corked: yes"))
        _ = try await capture.stop()
        #expect(try await !pulse.pactl("list", "clients").contains("Tallylight"))
        #expect(try await pulse.pactl("list", "short", "source-outputs").isEmpty)
        await pulse.stop()
    }

    @Test(arguments: [16_000, 44_100])
    func `C097: a microphone that changes its rate does not change the file's`(rate: Int) async throws {
        let pulse = try await PrivatePulse.start(.pipe, rate: rate)
        let capture = await PulseCapture(server: pulse.server)
        var events = CaptureEvents(capture)
        _ = try await capture.start(at: path)
        await pulse.feed(SoundComparison.tone(seconds: 2, rate: rate))
        try await pulse.waitUntilHeard(by: capture)
        try await pulse.unplug()
        let first = try await events.interruption(.sourceGone)
        try await pulse.plug(rate: 8000)
        #expect(try await events.next() == .available)
        _ = try await capture.resume()
        await pulse.feed(SoundComparison.tone(seconds: 2, rate: 8000))
        try await pulse.waitUntilHeard(by: capture)
        _ = try await capture.stop()
        let recorded = try await SoundComparison.decode(path)
        let halves = (recorded[..<Int(first.frames)], recorded[Int(first.frames)...])
        for half in [halves.0, halves.1] {
            let tone = half.drop { abs(Int($0)) < 1000 }.dropFirst(4800).prefix(48_000)
            #expect(tone.count == 48_000)
            #expect(abs(SoundComparison.hertz(tone) - 440) < 2)
        }
        await pulse.stop()
    }
}
