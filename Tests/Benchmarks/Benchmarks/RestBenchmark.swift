// SPDX-License-Identifier: MIT

import DBus
import EventLoop

/// What the recorder costs while nobody wants anything of it.
enum RestBenchmark: Benchmark {
    static let name = "rest"
    static let summary = "wakeups and memory of the recorder at rest, after its start and after a take; memory beside mako's"

    static func measure(_ bench: Bench) async throws -> [Row] {
        let server = try await SoundServer.startPulseAudio()
        let recorder = try await RecorderProcess.start(bench, in: try await Session.start(), environment: server.environment)
        var rows = [try await wakeups("after its start", of: recorder, bench)]
        let fresh = try recorder.account()
        for command: MemberName in ["Toggle", "Toggle", "Toggle", "Toggle", "Discard"] {
            try await recorder.client.call(command)
            try await LoopTimer.sleep(for: .milliseconds(500))
        }
        rows.append(try await wakeups("after a take", of: recorder, bench))
        let used = try recorder.account()
        let mako = try await Mako.memory()
        rows.append(row("resident memory at rest, after its start", fresh, mako.fresh, "mako\(mako.note)"))
        rows.append(row("resident memory at rest, after a take", used, mako.used, "mako after a notification\(mako.note)"))
        return rows
    }

    private static func wakeups(_ when: String, of recorder: RecorderProcess, _ bench: Bench) async throws -> Row {
        try await LoopTimer.sleep(for: .seconds(3))
        let before = try recorder.account()
        let seconds = bench.figure(60, quick: 10)
        try await LoopTimer.sleep(for: .seconds(seconds))
        let after = try recorder.account()
        let count = try after.used(since: before).switches
        return Row("wakeups in \(seconds) s of rest, \(when)", ours: "\(count) (\(after.threadCount) threads)", budget: "0", verdict: count == 0 ? .kept : .missed)
    }

    private static func row(_ what: String, _ ours: ProcessAccount, _ theirs: Double, _ peer: String) -> Row {
        let text = "\((ours.memory / 1e6).text(1)) MB (own \((ours.proportionalMemory / 1e6).text(1)))"
        return Row(what, ours: text, peer: "\((theirs / 1e6).text(1)) MB \(peer)", ratio: ours.memory / theirs, limit: 1.5)
    }
}
