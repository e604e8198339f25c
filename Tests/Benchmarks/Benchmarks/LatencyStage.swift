// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// The recorder on fakes and the three minimal services, each on a bus of its own, all on one core; called in turn, round after round.
@LoopActor
struct LatencyStage {
    /// The median and the 99th percentile of each round, in nanoseconds.
    struct Series {
        var medians: [Double] = []
        var nineNines: [Double] = []
    }

    /// Measures the four services in the order ours, libdbus, GDBus, sd-bus.
    static func measure(_ bench: Bench, watched: Bool) async throws -> [Series] {
        let client = try await Peer.toggleClient.build()
        let commands = [
            [Subprocess.product("Benchmarks"), FakeRecorder.role], [try await Peer.serviceOnLibdbus.build()], [try await Peer.serviceOnGDBus.build()],
            [try await Peer.serviceOnSDBus.build()],
        ]
        var sessions: [Session] = []
        for command in commands {
            let session = try await Session.start(core: bench.core)
            _ = try await Child.start(command, environment: session.environment, core: bench.core)
            await (try await RecorderClient.connect(to: session)).close()
            sessions.append(session)
        }
        var series = commands.map { _ in Series() }
        let calls = bench.figure(20_000, quick: 4000)
        for round in 0..<bench.figure(7, quick: 3) {
            // The first place in a round changes hands: whoever comes right after a pause of the machine would always be the same otherwise.
            for index in series.indices.map({ ($0 + round) % series.count }) {
                let command = [client, "2000", "\(calls)"] + (watched ? ["watch"] : [])
                let figures = try await Child.run(command, environment: sessions[index].environment, core: bench.core).output.split { $0.isWhitespace }.compactMap { Double($0) }
                guard figures.count == 2 else { throw Failure("toggle-client printed no two figures.") }
                series[index].medians.append(figures[0])
                series[index].nineNines.append(figures[1])
            }
        }
        Child.killAll()
        return series
    }

    static func microseconds(_ nanoseconds: [Double]) -> String { "\(((nanoseconds.median ?? .nan) / 1000).text(1)) µs" }
}
