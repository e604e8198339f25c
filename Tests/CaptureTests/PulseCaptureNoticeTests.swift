// SPDX-License-Identifier: MIT

import Capture
import Commanding
import EventLoop
import Glibc
import Recording
import TestSupport
import Testing

/// What a person should know about a running take, and what becomes of it when its file takes no more.
@Suite("PulseCapture, noticing", .serialized, .timeLimit(.minutes(1)))
struct PulseCaptureNoticeTests {
    private let folder = ScratchFolder()
    private var path: String { folder.file("audio.flac.part") }

    private func begin(at path: String? = nil) async throws -> (PrivatePulse, PulseCapture, CaptureEvents) {
        let pulse = try await PrivatePulse.start(.pipe)
        let capture = await PulseCapture(server: pulse.server)
        let events = CaptureEvents(capture)
        _ = try await capture.start(at: path ?? self.path)
        return (pulse, capture, events)
    }

    @Test
    func `five seconds of zeros are silence, until something is heard`() async throws {
        var (pulse, capture, events) = try await begin()
        await pulse.feed([Int16](repeating: 0, count: 6 * 48_000))
        #expect(try await events.next() == .noticed(.silence))
        await pulse.feed(SoundComparison.noise(seconds: 0.1))
        #expect(try await events.next() == .noticed(nil))
        _ = try await capture.stop()
        await pulse.stop()
    }

    @Test
    func `a microphone muted in the mixer is silence, and stays muted`() async throws {
        var (pulse, capture, events) = try await begin()
        try await pulse.pactl("set-source-mute", "vmic", "1")
        await pulse.feed(SoundComparison.noise(seconds: 6))
        #expect(try await events.next() == .noticed(.silence))
        _ = try await capture.pause()
        _ = try await capture.resume()
        _ = try await capture.stop()
        #expect(try await pulse.pactl("get-source-mute", "vmic") == "Mute: yes\n")
        await pulse.stop()
    }

    @Test
    func `sound that breaks is told, and that it is over`() async throws {
        var (pulse, capture, events) = try await begin()
        await pulse.feed((0..<9600).map { $0 / 50 % 2 == 0 ? .max : .min })
        #expect(try await events.next() == .noticed(.clipping))
        await pulse.feed(SoundComparison.noise(seconds: 5))
        #expect(try await events.next() == .noticed(nil))
        _ = try await capture.stop()
        await pulse.stop()
    }

    @Test
    func `the level is the peak of what is heard now`() async throws {
        let (pulse, capture, _) = try await begin()
        try await pulse.waitUntilHeard(by: capture)
        _ = try await capture.pause()
        #expect(await capture.level() == -.infinity)
        _ = try await capture.stop()
        await pulse.stop()
    }

    @Test
    func `C093: a microphone ten times too slow leaves a gap that is told, and the frames are not made up`() async throws {
        var (pulse, capture, events) = try await begin()
        try await pulse.waitUntilHeard(by: capture)
        pulse.setRoom(nil)
        let slow = Loop.shared.task {
            while !Task.isCancelled {
                await pulse.feed([Int16](repeating: 100, count: 480))
                try? await LoopTimer.sleep(for: .milliseconds(100))
            }
        }
        #expect(try await events.next() == .noticed(.gap))
        let (position, moment) = try await events.progress()
        slow.cancel()
        await slow.value
        let end = try await capture.stop()
        #expect(end.frames >= position.frames)
        #expect(MonotonicTime.now > moment)
        #expect(try await SoundComparison.decode(path).count == Int(end.frames))
        await pulse.stop()
    }

    @Test
    func `a disk that is nearly full is told`() async throws {
        let disk = try await SmallDisk(size: 16 << 20)
        var (pulse, capture, events) = try await begin(at: disk.file("audio.flac"))
        guard case .noticed(.lowDisk, let timeLeft?) = try await events.next() else {
            Issue.record("nothing was told of the disk, or not for how long it has room")
            return
        }
        // 16 MiB of which nothing can be made smaller are 174 s.
        #expect((160...174).contains(timeLeft.components.seconds))
        _ = try await capture.stop()
        await pulse.stop()
    }

    @Test
    func `a disk that becomes full in a take ends it, with all that fitted safe in a whole file`() async throws {
        let disk = try await SmallDisk(size: 3 << 20)
        let path = disk.file("audio.flac")
        var (pulse, capture, events) = try await begin(at: path)
        let played = SoundComparison.loudNoise(seconds: 20)
        await pulse.feed(played)
        await pulse.feed(played)
        var event = try await events.next()
        if case .noticed(.lowDisk, _) = event { event = try await events.next() }
        guard case .failed(let error, let position) = event else {
            Issue.record("\(event)")
            return
        }
        #expect(error.name == .noSpace)
        #expect(position.frames > 20 * 48_000)
        #expect(try await capture.pause() == position)
        await #expect(throws: error) { try await capture.resume() }
        #expect(try await capture.stop() == position)
        let recorded = try await SoundComparison.decode(path)
        #expect(recorded.count == Int(position.frames))
        let verdict = try await Subprocess.run("/usr/bin/flac", ["--test", "--silent", path])
        #expect(verdict.code == 0, "\(verdict.errors)")
        let offset = try #require(SoundComparison.offset(of: played[..<64], in: recorded, tolerance: 0))
        #expect(Array(recorded[offset...].prefix(played.count)) == played)
        await pulse.stop()
    }

    @Test
    func `a file that is deleted in a take, and whose place is taken, ends it`() async throws {
        var (pulse, capture, events) = try await begin()
        unlink(path)
        mkdir(path, 0o700)
        guard case .failed(let error, let position) = try await events.next() else {
            Issue.record("no failure was told")
            return
        }
        #expect(error.name == .storageFailed)
        #expect(error.message.contains("deleted"))
        #expect(position.frames == 0)
        await #expect(throws: RecordingError.self) { try await capture.stop() }
        #expect(folder.names == [path.split(separator: "/").last.map(String.init)])
        await pulse.stop()
    }
}
