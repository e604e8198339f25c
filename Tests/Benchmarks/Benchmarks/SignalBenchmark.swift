// SPDX-License-Identifier: MIT

import EventLoop

/// The way of a change to a second client.
enum SignalBenchmark: Benchmark {
    static let name = "signal"
    static let summary = "from a call of Toggle until a second client has the PropertiesChanged, 99th percentile"

    static func measure(_ bench: Bench) async throws -> [Row] {
        let series = try await LatencyStage.measure(bench, watched: true).map(\.nineNines)
        let peers: [(name: String, limit: Double?)] = [("libdbus", 1.5), ("GDBus", nil), ("sd-bus", nil)]
        return zip(peers, series.dropFirst()).map { peer, theirs in
            Row(
                "Toggle → PropertiesChanged, p99", ours: LatencyStage.microseconds(series[0]), peer: "\(LatencyStage.microseconds(theirs)) C, \(peer.name)",
                ratio: medianRatio(series[0], to: theirs), limit: peer.limit)
        }
    }
}
