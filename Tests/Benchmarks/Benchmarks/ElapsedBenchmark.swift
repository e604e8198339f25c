// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport

/// Whether the timer that was shown and the file that was written agree.
enum ElapsedBenchmark: Benchmark {
    static let name = "elapsed"
    static let summary = "published elapsed time against the duration of the file, after a take with 20 pauses; --minutes N says how long"
    private static let pauses = 20

    static func measure(_ bench: Bench) async throws -> [Row] {
        var rows: [Row] = []
        for server in [try await SoundServer.startPulseAudio(), try await SoundServer.startPipeWire()] {
            rows.append(try await measure(bench, on: server))
            try await server.end()
        }
        return rows
    }

    private static func measure(_ bench: Bench, on server: SoundServer) async throws -> Row {
        let session = try await Session.start()
        let recorder = try await RecorderProcess.start(bench, in: session, environment: server.environment)
        let client = recorder.client
        let total = Duration.seconds(bench.options.minutes * 60) / (bench.options.isQuick ? 4 : 1)
        for pause in 0...pauses {
            try await client.call(pause == 0 ? "Start" : "Resume")
            // Nine tenths of the time are recorded, one is paused; no two stretches are alike.
            try await LoopTimer.sleep(for: total / (pauses + 1) * Double.random(in: 0.6...1.2))
            try await client.call("Pause")
            try await LoopTimer.sleep(for: total / (pauses + 1) * Double.random(in: 0.05...0.15))
        }
        guard let elapsed = try await client.property("ElapsedUSec").integer else { throw Failure("ElapsedUSec is no number.") }
        try await client.call("Process")
        try await until("the take is processed", within: .seconds(60)) { try await client.state() == "notRecording" }
        guard let uri = try await client.property("LastResult").options?["audio_uri"]?.text else { throw Failure("The take has left no audio.") }
        let path = uri.replacing("file://", with: "").replacing("%20", with: " ")
        let duration = Double(try await TakeAudio.decode(path).count) / 48000
        let difference = abs(Double(elapsed) / 1e6 - duration)
        return Row(
            "elapsed − file after \(pauses) pauses, \(server.kind.rawValue)", ours: "\((Double(elapsed) / 1e6).text(3)) s", peer: "\(duration.text(3)) s the file",
            ratio: "\((difference * 1000).text(1)) ms", budget: "≤ 100 ms", verdict: difference <= 0.1 ? .kept : .missed)
    }
}
