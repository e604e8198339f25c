// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport

/// How fast a processing that nobody wants any more is gone.
enum CancelBenchmark: Benchmark {
    /// What one cancel took, in seconds.
    private struct Times {
        /// Until a client was told of the new state.
        var state: Double
        /// Until the engine's process was gone.
        var engine: Double
    }

    static let name = "cancel"
    static let summary = "from Discard in processing until the state has left, and until the engine's process is gone; worst of several"

    static func measure(_ bench: Bench) async throws -> [Row] {
        let server = try await SoundServer.startPulseAudio()
        let polite = try await measure(bench, on: server, EndlessEngine(honoursTerm: true))
        let deaf = try await measure(bench, on: server, EndlessEngine(honoursTerm: false))
        return [
            row("Discard in processing: the state has left", (polite + deaf).map(\.state), limit: 0.05, budget: "at once"),
            row("… an engine that honours TERM is gone", polite.map(\.engine), limit: 0.2, budget: "≤ 200 ms"),
            row("… an engine that ignores TERM is gone", deaf.map(\.engine), limit: 1.2, budget: "≤ 1200 ms"),
        ]
    }

    private static func row(_ what: String, _ seconds: [Double], limit: Double, budget: String) -> Row {
        let worst = seconds.max() ?? .nan
        return Row(what, ours: "\((worst * 1000).text(1)) ms", budget: budget, verdict: worst <= limit ? .kept : .missed)
    }

    private static func measure(_ bench: Bench, on server: SoundServer, _ engine: EndlessEngine) async throws -> [Times] {
        let session = try await Session.start()
        let sound = session.folder.file("speech")
        try Speech.write(seconds: 60, to: sound)
        _ = try await server.play(sound)
        let environment = server.environment.merging(["PATH": try engine.path()]) { $1 }
        let client = try await RecorderProcess.start(bench, in: session, environment: environment).client
        var times: [Times] = []
        for _ in 0..<bench.figure(5, quick: 2) { times.append(try await cancel(client, engine)) }
        return times
    }

    private static func cancel(_ client: RecorderClient, _ engine: EndlessEngine) async throws -> Times {
        try await client.call("Start")
        try await LoopTimer.sleep(for: .milliseconds(1200))
        try await client.call("Finish")
        try await until("the engine runs") { engine.process != nil }
        guard let process = engine.process else { throw Failure("The engine is gone before it was cancelled.") }

        var changed: UInt64?
        let changes = try await client.onChange { if $0["State"] != nil { changed = MonotonicClock.nanoseconds } }
        let start = MonotonicClock.nanoseconds
        try await client.call("Discard")
        try await until("the state has left") { changed != nil }
        var gone = MonotonicClock.nanoseconds
        while kill(process, 0) == 0, gone - start < 10_000_000_000 {
            try await LoopTimer.sleep(for: .milliseconds(1))
            gone = MonotonicClock.nanoseconds
        }
        changes.cancel()
        engine.forget()
        return Times(state: Double((changed ?? gone) - start) / 1e9, engine: Double(gone - start) / 1e9)
    }
}
