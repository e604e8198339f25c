// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// What a script waits for when it asks for the state.
enum StatusBenchmark: Benchmark {
    static let name = "status"
    static let summary = "`tallylight status` from its start to its end, median, beside busctl and dbus-send"

    static func measure(_ bench: Bench) async throws -> [Row] {
        let session = try await Session.start(core: bench.core)
        _ = try await RecorderProcess.start(bench, in: session, core: bench.core)
        let stopwatch = try await Peer.stopwatch.build()
        let ours = [try bench.tallylight(), "status"]
        let busctl = try [Tool.path("busctl"), "--user", "get-property", "org.tallylight.Recorder1", "/org/tallylight/Recorder1", "org.tallylight.Recorder1", "State"]
        let dbusSend = try [
            Tool.path("dbus-send"), "--session", "--print-reply", "--dest=org.tallylight.Recorder1", "/org/tallylight/Recorder1", "org.freedesktop.DBus.Properties.Get",
            "string:org.tallylight.Recorder1", "string:State",
        ]
        let command = [stopwatch, "exit", "\(bench.figure(301, quick: 51))"] + ours + ["--"] + busctl + ["--"] + dbusSend
        let times = try await Child.run(command, environment: session.environment, core: bench.core).lines.compactMap { Double($0) }
        guard times.count == 3 else { throw Failure("stopwatch printed no three figures.") }
        Child.killAll()
        return zip(["busctl get-property", "dbus-send"], [(times[1], 0.8), (times[2], 2)]).map { peer, figures in
            Row(
                "tallylight status, whole process", ours: "\((times[0] / 1e6).text(2)) ms", peer: "\((figures.0 / 1e6).text(2)) ms \(peer)", ratio: times[0] / figures.0,
                limit: figures.1)
        }
    }
}
