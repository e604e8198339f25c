// SPDX-License-Identifier: MIT

import Capture
import Commanding
import EventLoop
import Recording
import TestSupport
import Testing

@Suite("PulseCapture", .timeLimit(.minutes(1)))
struct PulseCaptureTests {
    private let folder = ScratchFolder()
    private var path: String { folder.file("audio.flac.part") }

    @Test
    func `what is played is what the file holds, bit for bit`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        let capture = await PulseCapture(server: pulse.server)
        async let lead: Void = pulse.feed([Int16](repeating: 0, count: 48_000))
        let start = try await capture.start(at: path)
        _ = await lead
        let played = SoundComparison.noise(seconds: 10)
        await pulse.feed(played + [Int16](repeating: 0, count: 9600))
        try await LoopTimer.sleep(for: .milliseconds(300))
        let end = try await capture.stop()
        let recorded = try await SoundComparison.decode(path)
        #expect(end.frames == Int64(recorded.count))
        let offset = try #require(SoundComparison.offset(of: played[..<64], in: recorded, tolerance: 0))
        #expect(Array(recorded[offset..<(offset + played.count)]) == played)
        #expect(start.source == "x")
        await pulse.stop()
    }
}
