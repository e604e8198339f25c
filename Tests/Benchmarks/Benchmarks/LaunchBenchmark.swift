// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// What a caller waits for when the bus starts the recorder.
enum LaunchBenchmark: Benchmark {
    static let name = "launch"
    static let summary = "from the recorder's start until it owns its name, median, beside a minimal service"

    static func measure(_ bench: Bench) async throws -> [Row] {
        let session = try await Session.start(core: bench.core)
        try session.configure(RecorderProcess.configuration)
        let stopwatch = try await Peer.stopwatch.build()
        let command = [stopwatch, "name", "\(bench.figure(101, quick: 21))"] + [try bench.recorder()] + ["--", try await Peer.serviceOnLibdbus.build()]
        let times = try await Child.run(command, environment: session.environment, core: bench.core).lines.compactMap { Double($0) }
        guard times.count == 2 else { throw Failure("stopwatch printed no two figures.") }
        Child.killAll()
        return [
            Row(
                "exec → name owned", ours: "\((times[0] / 1e6).text(2)) ms", peer: "\((times[1] / 1e6).text(2)) ms C, libdbus", ratio: times[0] / times[1], limit: 4)
        ]
    }
}
