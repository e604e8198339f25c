// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport

/// What is lost when the power goes in the middle of a take.
enum PowerCutBenchmark: Benchmark {
    static let name = "power"
    static let summary = "audio lost when the power goes at a random moment: the disk as it is then, its journal replayed; takes root"

    static func measure(_ bench: Bench) async throws -> [Row] {
        let folder = Scratch.make()
        let server = try await SoundServer.startPulseAudio(fifo: folder.file("microphone"))
        let ramp = try Ramp(fifo: folder.file("microphone"))
        defer { ramp.stop() }
        let disk = try await DiskImage.make()
        let session = try await Session.start(home: "\(disk.path)/home")
        let recorder = try await RecorderProcess.start(bench, in: session, environment: server.environment)
        try await recorder.client.call("Start")
        let started = ramp.count
        var losses: [Double] = []
        // One take and many cuts: what they leave is looked at, the take goes on.
        for _ in 0..<bench.figure(13, quick: 3) {
            try await LoopTimer.sleep(for: .milliseconds(Int.random(in: 1500...3000)))
            var played = 0
            let left = try await disk.afterPowerCut { played = ramp.count }
            let samples = try await TakeAudio.decode(TakeAudio.unfinished(in: "\(left.path)/home"))
            losses.append(try Ramp.loss(of: samples, from: started, to: played))
        }
        let (worst, median) = (losses.max() ?? .nan, losses.median ?? .nan)
        return [
            Row(
                "audio lost in a power cut, worst of \(losses.count)", ours: "\((worst * 1000).text(0)) ms (median \((median * 1000).text(0)))", budget: "≤ 1 s",
                verdict: worst <= 1 ? .kept : .missed)
        ]
    }
}
