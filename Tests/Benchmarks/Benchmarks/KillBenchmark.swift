// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport

/// What is lost when the recorder is killed in the middle of a take.
enum KillBenchmark: Benchmark {
    static let name = "kill"
    static let summary = "audio lost when the recorder is killed (SIGKILL) at a random moment: a known ramp against what the file holds"

    static func measure(_ bench: Bench) async throws -> [Row] {
        let folder = Scratch.make()
        let server = try await SoundServer.startPulseAudio(fifo: folder.file("microphone"))
        let ramp = try Ramp(fifo: folder.file("microphone"))
        defer { ramp.stop() }
        var losses: [Double] = []
        for _ in 0..<bench.figure(13, quick: 3) {
            losses.append(try await loss(bench, on: server, of: ramp))
        }
        let (worst, median) = (losses.max() ?? .nan, losses.median ?? .nan)
        return [
            Row(
                "audio lost on kill −9, worst of \(losses.count)", ours: "\((worst * 1000).text(0)) ms (median \((median * 1000).text(0)))", budget: "≤ 1 s",
                verdict: worst <= 1 ? .kept : .missed)
        ]
    }

    /// Records for two to four seconds, kills, and returns the seconds between the last sample in the file and the last one that was played.
    private static func loss(_ bench: Bench, on server: SoundServer, of ramp: Ramp) async throws -> Double {
        let session = try await Session.start()
        let recorder = try await RecorderProcess.start(bench, in: session, environment: server.environment)
        try await recorder.client.call("Start")
        let started = ramp.count
        try await LoopTimer.sleep(for: .milliseconds(Int.random(in: 2000...4000)))
        kill(recorder.process.identifier, SIGKILL)
        let played = ramp.count
        _ = try await recorder.process.finish()
        let samples = try await TakeAudio.decode(TakeAudio.unfinished(in: session.home))
        await recorder.client.close()
        try await session.end()
        return try Ramp.loss(of: samples, from: started, to: played)
    }
}
