// SPDX-License-Identifier: MIT

internal import DBus
internal import EventLoop
internal import Glibc

/// A desk at which recorders are killed, one after the other, and each one's take is looked for by the next.
@LoopActor
final class KillBench {
    private static let takes = ".local/share/tallylight/takes"
    private static let documents = "Documents/Tallylight"

    private let desk: Desk
    private let ramp: Ramp
    private let engine: StandInEngine
    private let object: RemoteObject
    private var recorder: Subprocess

    private init(_ desk: Desk, _ ramp: Ramp, _ engine: StandInEngine, _ connection: Connection) async throws {
        (self.desk, self.ramp, self.engine) = (desk, ramp, engine)
        object = desk.recorder(over: connection)
        recorder = try await desk.startRecorder()
    }

    /// Carries out kills at a desk of their own.
    ///
    /// - Parameter report: is told what came of each.
    static func perform(_ plans: [KillPlan], _ report: (KillResult) -> Void) async throws {
        let engine = StandInEngine.held()
        let microphone = try await PrivatePulse.start(.pipe, isStalled: true)
        let ramp = try Ramp(fifo: microphone.folder.file("pipe"))
        defer { ramp.stop() }
        try await Desk.use(sound: microphone, extra: engine.environment) { desk in
            guard let bus = desk.bus else { return }
            let connection = try await Connection.open(bus.address)
            let bench = try await KillBench(desk, ramp, engine, connection)
            for plan in plans { report(try await bench.perform(plan)) }
            await connection.close()
        }
    }

    private func perform(_ plan: KillPlan) async throws -> KillResult {
        engine.hold()
        let spans = try await act(plan)
        recorder.send(SIGKILL)
        let end = ramp.count
        if spans.last?.end == spans.last?.asked { spans.last?.end = end }
        _ = try await recorder.finish()
        let hadAudio = desk.takes.contains { size("\(Self.takes)/\($0)/audio.flac.part") + size("\(Self.takes)/\($0)/audio.flac") > 0 }
        recorder = try await desk.startRecorder()
        let result = try await judge(plan, spans, hadAudio: hadAudio)
        // The next recorder has this take no more.
        recorder.send(SIGKILL)
        _ = try await recorder.finish()
        for folder in [Self.takes, Self.documents] { ScratchFolder.remove(desk.home.file(folder)) }
        recorder = try await desk.startRecorder()
        return result
    }

    // MARK: Up to the kill

    /// Brings the recorder to where it is to be killed.
    ///
    /// - Returns: what it was to record; a span that goes on until the kill is still empty.
    private func act(_ plan: KillPlan) async throws -> [GivenSpan] {
        let first = GivenSpan(asked: ramp.count)
        guard plan.moment != .beforeFirstFrame else {
            send("Start", for: first)
            try await LoopTimer.sleep(for: plan.delay)
            return [first]
        }
        _ = try await object.call("Start")
        first.answered = ramp.count
        try await LoopTimer.sleep(for: plan.talk)
        var spans = [first]
        if plan.moment != .recording {
            first.end = ramp.count
            _ = try await object.call("Pause")
        }
        switch plan.moment {
        case .beforeFirstFrame, .recording, .paused: break
        case .resuming:
            let second = GivenSpan(asked: ramp.count)
            spans.append(second)
            send("Resume", for: second)
        case .processing: _ = try await object.call("Process")
        case .finishing:
            _ = try await object.call("Process")
            engine.release()
        case .discarding: send("Discard")
        }
        try await LoopTimer.sleep(for: plan.delay)
        return spans
    }

    /// Sends a command whose answer may never come.
    private func send(_ command: MemberName, for span: GivenSpan? = nil) {
        _ = Loop.shared.task { [object, ramp] in
            if (try? await object.call(command)) != nil { span?.answered = ramp.count }
        }
    }

    // MARK: After it

    /// Looks for the take where the recorder that runs now has it, and compares it with what was to be recorded.
    private func judge(_ plan: KillPlan, _ spans: [GivenSpan], hadAudio: Bool) async throws -> KillResult {
        let (place, path) = try await find(hadAudio: hadAudio, plan)
        let samples = path.isEmpty ? [] : try await SoundComparison.decode(path)
        let stretches = GivenSpan.stretches(of: samples, in: spans)
        let lost = GivenSpan.lost(of: spans, in: stretches)
        let isTorn = stretches.count > spans.count
        return KillResult(
            plan: plan, place: isTorn ? .unrecoverable("it is not what was played: \(stretches) of \(spans.map { [$0.asked, $0.answered ?? -1, $0.end] })") : place,
            frames: samples.count, lost: lost)
    }

    private func find(hadAudio: Bool, _ plan: KillPlan) async throws -> (KillResult.Place, path: String) {
        let kept = try await object.property("Kept").strings ?? []
        if let session = kept.first { return (kept.count == 1 ? .kept : .unrecoverable("there are \(kept.count) of it"), desk.audio(of: session)) }
        if let path = desk.recordings.first { return (.documents, path) }
        if let session = desk.files("\(Self.takes)/.discarded").first, plan.moment == .discarding {
            _ = try await object.call("Recover", [.string(session)])
            let isBack = try await object.property("Kept").strings == [session]
            return (isBack ? .discarded : .unrecoverable("it cannot be brought back"), desk.audio(of: session))
        }
        let mayBeUnbegun = plan.moment == .beforeFirstFrame && !hadAudio
        return (mayBeUnbegun ? .unbegun : .unrecoverable("it is gone"), "")
    }

    /// The size of a file of the home; 0 when there is none.
    private func size(_ name: String) -> Int {
        var status = stat()
        return stat(desk.home.file(name), &status) == 0 ? Int(status.st_size) : 0
    }
}
