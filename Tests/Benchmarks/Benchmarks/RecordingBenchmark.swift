// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport

/// What a running recording costs, and whether it is silent on the bus.
enum RecordingBenchmark: Benchmark {
    static let name = "recording"
    static let summary = "processor, wakeups and memory of a running recording beside parecord on the same microphone; its messages on the bus"

    /// What a new anchor of the timer carries: the one message between transitions that the contract allows.
    private static let anchorProperties: Set = ["ElapsedUSec", "AnchorTimestampMonotonic"]

    static func measure(_ bench: Bench) async throws -> [Row] {
        let seconds = bench.figure(60, quick: 10)
        let sound = Scratch.make()
        try Speech.write(seconds: seconds + 15, to: sound.file("speech"))
        var rows: [Row] = []
        for server in [try await SoundServer.startPulseAudio(), try await SoundServer.startPipeWire()] {
            rows += try await measure(bench, on: server, for: seconds, playing: sound.file("speech"))
            try await server.end()
        }
        return rows
    }

    private static func measure(_ bench: Bench, on server: SoundServer, for seconds: Int, playing speech: String) async throws -> [Row] {
        let session = try await Session.start()
        let recorder = try await RecorderProcess.start(bench, in: session, environment: server.environment)
        let command = ["parecord", "--device=vmic", "--file-format=flac", "--latency-msec=100", "--rate=48000", "--channels=1", "--format=s16le"]
        _ = try await server.play(speech)
        let parecord = try await Child.start(command + [session.folder.file("parecord.flac")], environment: server.environment)
        let monitor = try await MessageCount.start(in: session, sender: try await recorder.client.owner())
        try await recorder.client.call("Start")
        try await LoopTimer.sleep(for: .seconds(3))

        var anchors = 0
        let changes = try await recorder.client.onChange { if Set($0.keys).isSubset(of: anchorProperties) { anchors += 1 } }
        let before = (try recorder.account(), try ProcessAccount(of: parecord.identifier), monitor.count)
        try await LoopTimer.sleep(for: .seconds(seconds))
        let after = (try recorder.account(), try ProcessAccount(of: parecord.identifier), monitor.count)
        changes.cancel()
        let messages = after.2 - before.2
        // The silence means something only if the monitor hears the recorder speak.
        try await recorder.client.call("Pause")
        try await until("the monitor heard the pause") { monitor.count > after.2 }

        let ours = try after.0.used(since: before.0)
        let theirs = try after.1.used(since: before.1)
        let switches = (Double(ours.switches) / Double(seconds), Double(theirs.switches) / Double(seconds))
        let on = "recording \(seconds) s, \(server.kind.rawValue)"
        return [
            Row("\(on): processor", ours: "\((ours.seconds * 1000).text(0)) ms", peer: "\((theirs.seconds * 1000).text(0)) ms parecord", ratio: ours.seconds / theirs.seconds, limit: 1.25),
            Row(
                "\(on): context switches", ours: "\(switches.0.text(1))/s", peer: "\(switches.1.text(1))/s parecord", ratio: (switches.0 - switches.1).text(1, isSigned: true),
                budget: "≤ +10/s", verdict: switches.0 - switches.1 <= 10 ? .kept : .missed),
            Row(
                "\(on): resident memory", ours: "\((after.0.memory / 1e6).text(1)) MB", peer: "\((after.1.memory / 1e6).text(1)) MB parecord",
                ratio: after.0.memory / after.1.memory, limit: 3),
            Row("\(on): bus messages", ours: "\(messages), \(anchors) of them anchors", budget: "0, anchors aside", verdict: messages == anchors ? .kept : .missed),
        ]
    }
}
