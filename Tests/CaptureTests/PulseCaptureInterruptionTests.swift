// SPDX-License-Identifier: MIT

import Capture
import Commanding
import EventLoop
import Glibc
import Recording
import TestSupport
import Testing

/// What happens when the microphone is taken away in a take.
@Suite("PulseCapture, interrupted", .serialized, .timeLimit(.minutes(1)))
struct PulseCaptureInterruptionTests {
    private let folder = ScratchFolder()
    private var path: String { folder.file("audio.flac.part") }
    private let before = SoundComparison.noise(seconds: 1, seed: 1)
    private let after = SoundComparison.noise(seconds: 1, seed: 2)

    /// Stops, and expects what was said before and after the interruption in the file, whole.
    private func finish(_ capture: PulseCapture, _ pulse: PrivatePulse) async throws {
        await pulse.feed(after)
        try await pulse.waitUntilHeard(by: capture)
        let end = try await capture.stop()
        let recorded = try await SoundComparison.decode(path)
        #expect(end.frames == Int64(recorded.count))
        let first = try #require(SoundComparison.offset(of: before[..<64], in: recorded, tolerance: 0))
        let second = try #require(SoundComparison.offset(of: after[..<64], in: recorded, tolerance: 0))
        #expect(Array(recorded[first...].prefix(before.count)) == before)
        #expect(Array(recorded[second...].prefix(after.count)) == after)
        await pulse.stop()
    }

    private func begin() async throws -> (PrivatePulse, PulseCapture, CaptureEvents) {
        let pulse = try await PrivatePulse.start(.pipe)
        let capture = await PulseCapture(server: pulse.server)
        let events = CaptureEvents(capture)
        _ = try await capture.start(at: path)
        await pulse.feed(before)
        try await pulse.waitUntilHeard(by: capture)
        return (pulse, capture, events)
    }

    @Test
    func `C091: a microphone that is unplugged pauses the take, and is found again when it is back`() async throws {
        var (pulse, capture, events) = try await begin()
        try await pulse.unplug()
        let position = try await events.interruption(.sourceGone)
        #expect(position.frames > Int64(before.count))
        #expect(await capture.level() == -.infinity)
        try await pulse.plug()
        #expect(try await events.next() == .available)
        _ = try await capture.resume()
        try await finish(capture, pulse)
    }

    @Test
    func `C091: a resume that comes too early fails, and the microphone is waited for all the same`() async throws {
        var (pulse, capture, events) = try await begin()
        try await pulse.unplug()
        _ = try await events.interruption(.sourceGone)
        let error = await #expect(throws: RecordingError.self) { try await capture.resume() }
        #expect(error?.name == .noInputDevice)
        try await pulse.plug()
        #expect(try await events.next() == .available)
        _ = try await capture.resume()
        try await finish(capture, pulse)
    }

    @Test
    func `C091: with only a monitor left, nothing is recorded, on PipeWire`() async throws {
        let pipeWire = try await PrivatePipeWire.start()
        let capture = await PulseCapture(server: pipeWire.server)
        var events = CaptureEvents(capture)
        _ = try await capture.start(at: path)
        try await pipeWire.unplug()
        let position = try await events.interruption(.sourceGone)
        let error = await #expect(throws: RecordingError.self) { try await capture.resume() }
        #expect(error?.name == .noInputDevice)
        try await pipeWire.plugSource()
        #expect(try await events.next() == .available)
        _ = try await capture.resume()
        let end = try await capture.stop()
        #expect(end.frames > position.frames)
        #expect(try await SoundComparison.decode(path).count == Int(end.frames))
        await pipeWire.stop()
    }

    @Test
    func `a stream ended in the mixer is the user's doing, and only the user resumes`() async throws {
        var (pulse, capture, events) = try await begin()
        let index = try await pulse.pactl("list", "short", "source-outputs").prefix { $0 != "\t" }
        pulse.command("kill-source-output \(index)")
        _ = try await events.interruption(.killed)
        _ = try await capture.resume()
        try await finish(capture, pulse)
    }

    @Test(arguments: [true, false])
    func `a server that is gone is waited for, and its return is told`(isKilled: Bool) async throws {
        var (pulse, capture, events) = try await begin()
        if isKilled { await pulse.kill() } else { await pulse.stop() }
        _ = try await events.interruption(.serverGone)
        try await pulse.start()
        #expect(try await events.next() == .available)
        _ = try await capture.resume()
        try await finish(capture, pulse)
    }

    @Test
    func `a resume without a server fails, and the server is waited for all the same`() async throws {
        var (pulse, capture, events) = try await begin()
        await pulse.kill()
        _ = try await events.interruption(.serverGone)
        let error = await #expect(throws: RecordingError.self) { try await capture.resume() }
        #expect(error?.name == .noInputDevice)
        try await pulse.start()
        #expect(try await events.next() == .available)
        _ = try await capture.resume()
        try await finish(capture, pulse)
    }

    @Test
    func `the return of a server is told, on PipeWire`() async throws {
        let pipeWire = try await PrivatePipeWire.start()
        let capture = await PulseCapture(server: pipeWire.server)
        var events = CaptureEvents(capture)
        _ = try await capture.start(at: path)
        await pipeWire.stop()
        let position = try await events.interruption(.serverGone)
        try await pipeWire.start()
        try await pipeWire.plug()
        #expect(try await events.next() == .available)
        _ = try await capture.resume()
        let end = try await capture.stop()
        #expect(end.frames > position.frames)
        #expect(try await SoundComparison.decode(path).count == Int(end.frames))
        await pipeWire.stop()
    }

    @Test
    func `C093: a microphone that stalls is noticed within a second, and heard when it goes on`() async throws {
        var (pulse, capture, events) = try await begin()
        pulse.setRoom(nil)
        let stalled = MonotonicTime.now
        _ = try await events.interruption(.stalled)
        let noticed = MonotonicTime.now.duration(since: stalled)
        #expect(noticed > .milliseconds(500) && noticed < .seconds(5))
        pulse.setRoom(0)
        #expect(try await events.next() == .available)
        _ = try await capture.resume()
        try await finish(capture, pulse)
    }

    @Test
    func `a server that is frozen is a stall, and what it had in hand is kept`() async throws {
        var (pulse, capture, events) = try await begin()
        await pulse.freeze()
        _ = try await events.interruption(.stalled)
        await pulse.thaw()
        #expect(try await events.next() == .available)
        _ = try await capture.resume()
        try await finish(capture, pulse)
    }

    @Test
    func `a source that is suspended is told, and that it is awake again`() async throws {
        var (pulse, capture, events) = try await begin()
        try await pulse.pactl("suspend-source", "vmic", "1")
        _ = try await events.interruption(.sourceSuspended)
        try await pulse.pactl("suspend-source", "vmic", "0")
        #expect(try await events.next() == .available)
        _ = try await capture.resume()
        try await finish(capture, pulse)
    }

    @Test
    func `when the machine goes to sleep the stretch ends, and all of it is in the file before the sleep`() async throws {
        var (pulse, capture, events) = try await begin()
        await capture.suspend()
        let saved = try await SoundComparison.decode(path)
        #expect(SoundComparison.wholePart(of: before, in: saved) == before.count)
        let position = try await events.interruption(.suspended)
        // All but the encoder's block.
        #expect(position.frames - Int64(saved.count) <= 4096)
        _ = try await capture.resume()
        try await finish(capture, pulse)
    }

    @Test
    func `a microphone that is back after a sleep is not told of`() async throws {
        var (pulse, capture, events) = try await begin()
        try await pulse.unplug()
        _ = try await events.interruption(.sourceGone)
        await capture.suspend()
        _ = try await events.interruption(.suspended)
        try await pulse.plug()
        _ = try await capture.resume()
        try await pulse.unplug()
        // The first thing told is what happened after it.
        _ = try await events.interruption(.sourceGone)
        try await pulse.plug()
        _ = try await capture.resume()
        try await finish(capture, pulse)
    }

    @Test
    func `a pause of the user's, and no take at all, are as they were after a sleep`() async throws {
        let (pulse, capture, _) = try await begin()
        let position = try await capture.pause()
        await capture.suspend()
        _ = try await capture.resume()
        #expect(position.frames > 0)
        try await finish(capture, pulse)
        await capture.suspend()
    }

    @Test
    func `what happens to the microphone in the user's pause is no interruption, and the take goes on after it`() async throws {
        var (pulse, capture, events) = try await begin()
        _ = try await capture.pause()
        try await pulse.unplug()
        try await pulse.plug()
        await pulse.kill()
        try await pulse.start()
        _ = try await capture.resume()
        try await pulse.unplug()
        // The first thing told is what happened after the pause.
        _ = try await events.interruption(.sourceGone)
        try await pulse.plug()
        _ = try await capture.resume()
        try await finish(capture, pulse)
    }

    @Test
    func `a pause that crosses an interruption is the user's, and nothing is told after it`() async throws {
        let (pulse, capture, _) = try await begin()
        async let unplugged: Void = pulse.unplug()
        _ = try await capture.pause()
        try await unplugged
        try await pulse.plug()
        _ = try await capture.resume()
        try await finish(capture, pulse)
    }

    @Test
    func `a take that lost its microphone for good is closed whole`() async throws {
        var (pulse, capture, events) = try await begin()
        await pulse.kill()
        let position = try await events.interruption(.serverGone)
        let end = try await capture.stop()
        #expect(end == position)
        #expect(try await SoundComparison.decode(path).count == Int(end.frames))
    }
}
