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
    private let microphone: KillMicrophone
    private let engine: StandInEngine
    private let object: RemoteObject
    private var recorder: Subprocess

    private init(_ desk: Desk, _ microphone: KillMicrophone, _ engine: StandInEngine, _ connection: Connection) async throws {
        (self.desk, self.microphone, self.engine) = (desk, microphone, engine)
        object = desk.recorder(over: connection)
        recorder = try await desk.startRecorder()
    }

    /// Carries out kills at a desk of their own.
    ///
    /// - Parameter report: is told what came of each.
    static func perform(_ plans: [KillPlan], on server: KillServer, _ report: (KillResult) -> Void) async throws {
        let engine = StandInEngine.held()
        let microphone = try await KillMicrophone(on: server)
        try await Desk.use(sound: microphone.sound, extra: engine.environment) { desk in
            try await running {
                guard let bus = desk.bus else { return }
                let connection = try await Connection.open(bus.address)
                let bench = try await KillBench(desk, microphone, engine, connection)
                for plan in plans { report(try await bench.perform(plan)) }
                await connection.close()
            } finally: {
                microphone.stop()
            }
        }
    }

    private func perform(_ plan: KillPlan) async throws -> KillResult {
        engine.hold()
        let spans = try await act(plan)
        recorder.send(SIGKILL)
        let end = microphone.count
        if spans.last?.end == spans.last?.asked { spans.last?.end = end }
        _ = try await recorder.finish()
        let hadAudio = try await hasFrames()
        recorder = try await desk.startRecorder()
        try await desk.untilMended(over: object.connection)
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
        let first = GivenSpan(asked: microphone.count)
        guard plan.moment != .beforeFirstFrame else {
            send("Start", for: first)
            try await LoopTimer.sleep(for: plan.delay)
            return [first]
        }
        _ = try await object.call("Start")
        first.answered = try await firstFrame() ?? microphone.count
        try await LoopTimer.sleep(for: plan.talk)
        var spans = [first]
        if plan.moment != .recording {
            first.end = microphone.count
            _ = try await object.call("Pause")
            if !microphone.isNumbered, let elapsed = try await object.property("ElapsedUSec").integer {
                first.end = (first.answered ?? first.asked) + KillMicrophone.count(at: UInt64(elapsed))
            }
        }
        switch plan.moment {
        case .beforeFirstFrame, .recording, .paused: break
        case .resuming:
            let second = GivenSpan(asked: microphone.count)
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
        _ = Loop.shared.task { [object, microphone] in
            if (try? await object.call(command)) != nil { span?.answered = microphone.count }
        }
    }

    /// The count at the first frame, as the recorder says; nil where the frame says it itself.
    private func firstFrame() async throws -> Int? {
        guard !microphone.isNumbered, let anchor = try await object.property("AnchorTimestampMonotonic").integer else { return nil }
        return KillMicrophone.count(at: UInt64(anchor))
    }

    // MARK: After it

    /// Looks for the take where the recorder that runs now has it, and compares it with what was to be recorded.
    private func judge(_ plan: KillPlan, _ spans: [GivenSpan], hadAudio: Bool) async throws -> KillResult {
        let (place, path) = try await find(hadAudio: hadAudio, plan)
        let samples = path.isEmpty ? [] : try await SoundComparison.decode(path)
        guard microphone.isNumbered else {
            return KillResult(plan: plan, place: place, frames: samples.count, lost: GivenSpan.lost(of: spans, inFrames: samples.count))
        }
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
            try await desk.untilMended(over: object.connection)
            let isBack = try await object.property("Kept").strings == [session]
            return (isBack ? .discarded : .unrecoverable("it cannot be brought back"), desk.audio(of: session))
        }
        // In any state: a take paused after a twentieth of a second has no whole frame either. What was lost with it is counted.
        return (hadAudio ? .unrecoverable("it is gone") : .unbegun, "")
    }

    /// Whether the reference decoder finds a frame in what the killed recorder has left.
    private func hasFrames() async throws -> Bool {
        for take in desk.takes {
            for name in ["audio.flac.part", "audio.flac"] where desk.files("\(Self.takes)/\(take)").contains(name) {
                if try await !SoundComparison.decode(desk.home.file("\(Self.takes)/\(take)/\(name)")).isEmpty { return true }
            }
        }
        return false
    }
}
