// SPDX-License-Identifier: MIT

import EventLoop

/// Something of the recorder that is measured beside a peer.
@LoopActor
protocol Benchmark {
    /// What `--only` calls it.
    static var name: String { get }
    /// What it measures, in a few words.
    static var summary: String { get }

    /// Measures, and says what came of it.
    static func measure(_ bench: Bench) async throws -> [Row]
}
