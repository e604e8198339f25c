// SPDX-License-Identifier: MIT

import EventLoop

/// The round trip of a toggle.
enum ToggleBenchmark: Benchmark {
    static let name = "toggle"
    static let summary = "round trip of Toggle, median, capture faked; beside minimal services in C that send the same messages"

    static func measure(_ bench: Bench) async throws -> [Row] {
        let series = try await LatencyStage.measure(bench, watched: false).map(\.medians)
        let peers: [(name: String, limit: Double?)] = [("libdbus", 1.1), ("GDBus", 0.6), ("sd-bus", nil)]
        return zip(peers, series.dropFirst()).map { peer, theirs in
            Row(
                "Toggle round trip, p50", ours: LatencyStage.microseconds(series[0]), peer: "\(LatencyStage.microseconds(theirs)) C, \(peer.name)",
                ratio: medianRatio(series[0], to: theirs), limit: peer.limit)
        }
    }
}
