// SPDX-License-Identifier: MIT

import Commanding
import Recording
import TestSupport
import Testing

@Suite("Recorder", .timeLimit(.minutes(1)))
struct RecorderTests {
    @Test
    func `a take goes from the first frame to its text`() async throws {
        let rig = await RecorderRig()
        try await rig.lead(to: .processing)
        await rig.reporter.until { $0.state == .notRecording }
        #expect(rig.capture.calls == [.start, .pause, .stop])
        #expect(rig.reporter.states == [.recording, .paused, .processing, .notRecording])
        #expect(await rig.reporter.untilResults(1).map(\.outcome) == [.transcribed])
        let session = try #require(rig.store.finished.first)
        #expect(try await rig.recorder.transcript(of: session).text == "hello")
    }

    @Test
    func `C063: commands of many clients make one linear history`() async throws {
        let rig = await RecorderRig()
        let recorder = rig.recorder
        let answers = await withTaskGroup(of: Int.self) { group in
            for client in 0..<20 {
                group.addTask {
                    var answers = 0
                    for number in 0..<50 {
                        let command = RecordingCommand.allCases[(client * 31 + number * 7) % RecordingCommand.allCases.count]
                        _ = try? await recorder.perform(command, session: nil)
                        answers += 1
                    }
                    return answers
                }
            }
            return await group.reduce(0, +)
        }
        #expect(answers == 1000)
        // Each state that was shown can follow the one before it.
        let allowed: [RecordingState: Set<RecordingState>] = [
            .notRecording: [.recording], .recording: [.paused], .paused: [.recording, .processing, .notRecording], .processing: [.notRecording, .processing],
        ]
        var last = RecordingState.notRecording
        for state in rig.reporter.states where state != last {
            #expect(allowed[last]?.contains(state) == true, "\(last) was followed by \(state)")
            last = state
        }
        // The capture was opened and closed in turn.
        var isOpen = false
        for call in rig.capture.calls {
            if call == .start { #expect(!isOpen) } else { #expect(isOpen) }
            isOpen = call != .stop
        }
    }

    @Test
    func `a start that fails leaves no take`() async throws {
        let rig = await RecorderRig()
        rig.capture.fail(.start, with: RecordingError(.noInputDevice, "There is no microphone."))
        await #expect(throws: RecordingError(.noInputDevice, "There is no microphone.")) { try await rig.recorder.perform(.start, session: nil) }
        #expect(rig.store.takes.isEmpty)
        #expect(rig.reporter.activities.isEmpty)
    }

    @Test
    func `C021: discard puts the take where recover finds it`() async throws {
        let rig = await RecorderRig()
        try await rig.lead(to: .paused)
        _ = try await rig.recorder.perform(.discard, session: nil)
        await rig.store.untilDiscarded()
        let session = try await rig.recorder.recover(.none)
        #expect(rig.reporter.activities.last?.kept == [session])
        _ = try await rig.recorder.perform(.process, session: session)
        await rig.reporter.until { $0.lastResult?.outcome == .transcribed }
        #expect(rig.store.finished == [session])
    }

    @Test
    func `discard during the processing leaves at once, ends the engine, and then puts the take aside`() async throws {
        let engine = FakeTranscriber(endsWhenCancelled: false, gate: Gate())
        let rig = await RecorderRig(transcriber: engine)
        try await rig.lead(to: .processing)
        #expect(try await rig.recorder.perform(.discard, session: nil).state == .notRecording)
        // The next take does not wait for the engine's end.
        #expect(try await rig.recorder.perform(.start, session: nil).state == .recording)
        #expect(rig.store.discarded.isEmpty)
        engine.gate.open()
        await rig.store.untilDiscarded()
        #expect(rig.store.finished.isEmpty)
        #expect(await rig.reporter.untilResults(1).map(\.outcome) == [.discarded])
    }

    @Test
    func `C075: a failed processing keeps the take, which can be processed again`() async throws {
        let engine = FakeTranscriber()
        engine.answer(.failure(RecordingError(.transcriptionFailed, "The engine crashed.")))
        let rig = await RecorderRig(transcriber: engine)
        try await rig.lead(to: .processing)
        await rig.reporter.until { !$0.kept.isEmpty }
        let session = try #require(rig.reporter.activities.last?.kept.first)
        for _ in 0..<2 {
            _ = try await rig.recorder.perform(.process, session: session)
            await rig.reporter.until { !$0.kept.isEmpty }
        }
        engine.answer(.success("at last"))
        _ = try await rig.recorder.perform(.process, session: session)
        await rig.reporter.until { $0.lastResult?.outcome == .transcribed }
        #expect(rig.store.finished == [session])
    }

    @Test
    func `C105: a take that a crash has torn is kept at once, offered when it is mended, and processed or discarded by its session`() async throws {
        let torn = ["a", "b", "c"].map { StoredTake(session: SessionID(rawValue: $0), audioPath: "/takes/\($0)/audio.flac.part", started: WallTime(microseconds: 1), isTorn: true) }
        let whole = StoredTake(session: SessionID(rawValue: "w"), audioPath: "/takes/w/audio.flac", started: WallTime(microseconds: 1))
        let rig = await RecorderRig(kept: torn + [whole])
        #expect(try await rig.recorder.perform(.discard, session: torn[1].session).kept == [torn[0].session, torn[2].session, whole.session])
        await rig.reporter.untilRecovered()
        // What was discarded meanwhile is not offered, nor what was kept before.
        #expect(rig.reporter.recovered.allSatisfy { !$0.isTorn && $0.session != whole.session })
        #expect(rig.reporter.recovered.map(\.session).filter { $0 != torn[1].session } == [torn[0].session, torn[2].session])
        _ = try await rig.recorder.perform(.process, session: torn[0].session)
        #expect(await rig.reporter.untilResults(1).map(\.outcome) == [.transcribed])
        #expect(try await rig.recorder.takes().filter { $0.state == .kept }.map(\.session) == [torn[2].session, whole.session])
    }

    @Test
    func `C123: silence is an outcome of its own`() async throws {
        let rig = await RecorderRig(transcriber: FakeTranscriber(text: ""))
        try await rig.lead(to: .processing)
        await rig.reporter.until { $0.state == .notRecording }
        #expect(await rig.reporter.untilResults(1).map(\.outcome) == [.noSpeech])
        #expect(rig.reporter.results.first?.transcriptPath == "")
        #expect(rig.store.finished.count == 1)
    }

    @Test
    func `a draft is a text, and the take stays kept`() async throws {
        let rig = await RecorderRig(transcriber: FakeTranscriber(isDraft: true))
        try await rig.lead(to: .processing)
        await rig.reporter.until { $0.state == .notRecording }
        #expect(await rig.reporter.untilResults(1).map(\.outcome) == [.transcribed])
        #expect(rig.reporter.activities.last?.kept.count == 1)
        #expect(rig.store.takes.count == 1)
    }

    @Test
    func `a take sent while its engine is being installed waits for it, visibly`() async throws {
        let preinstaller = FakePreinstaller(gate: Gate())
        let rig = await RecorderRig(preinstaller: preinstaller)
        preinstaller.say(.started(engine: "engine"))
        try await rig.lead(to: .processing)
        await rig.reporter.until { $0.notice == .installing }
        preinstaller.say(.progressed(0.5))
        await rig.reporter.until { $0.progress == 0.5 }
        #expect(rig.transcriber.files.isEmpty)
        preinstaller.say(.finished)
        preinstaller.gate.open()
        await rig.reporter.until { $0.state == .notRecording && $0.notice == nil }
        #expect(await rig.reporter.untilResults(1).map(\.outcome) == [.transcribed])
    }

    @Test(arguments: [RecordingState.recording, .paused, .processing])
    func `the end of the program saves the open take`(_ state: RecordingState) async throws {
        let engine = FakeTranscriber(gate: Gate())
        let rig = await RecorderRig(transcriber: engine)
        try await rig.lead(to: state)
        await #expect(throws: RecordingError.self) { try await rig.recorder.quit(force: false) }
        await rig.recorder.shutDown()
        await rig.recorder.untilEnded()
        let result = try #require(await rig.reporter.untilResults(1).first)
        #expect(result.outcome == .failed)
        #expect(rig.store.saved == [result.session])
        #expect(rig.reporter.activities.last?.kept == [result.session])
        #expect(rig.reporter.results.first?.error?.name == .cancelled)
        #expect(rig.capture.calls.last == .stop)
    }

    @Test
    func `takes that were kept before are offered`() async throws {
        let take = StoredTake(session: SessionID(rawValue: "old"), audioPath: "/old", started: WallTime(microseconds: 1))
        let rig = await RecorderRig(kept: [take])
        _ = try await rig.recorder.perform(.process, session: take.session)
        await rig.reporter.until { $0.lastResult?.outcome == .transcribed }
        #expect(rig.transcriber.files == ["/old"])
    }

    @Test
    func `C149: a title given while recording stays with its take`() async throws {
        let rig = await RecorderRig()
        try await rig.lead(to: .recording)
        let session = try #require(rig.reporter.activities.last?.session)
        try await rig.recorder.setTitle("First", of: session)
        try await rig.recorder.setTitle("Second", of: session)
        #expect(rig.reporter.activities.last?.title == "Second")
        await #expect(throws: RecordingError.self) { try await rig.recorder.setTitle("x", of: SessionID(rawValue: "none")) }
    }
    @Test
    func `C139: a title is one inert line, and of bounded length`() async throws {
        let rig = await RecorderRig()
        try await rig.lead(to: .recording)
        let session = try #require(rig.reporter.activities.last?.session)
        try await rig.recorder.setTitle(" First\nline\r\n \u{1b}]52;c;cHduCg==\u{7}  \u{2028}Zoë 👩‍👩‍👧\u{9b}31m\t", of: session)
        #expect(rig.reporter.activities.last?.title == "First line ]52;c;cHduCg== Zoë 👩‍👩‍👧 31m")
        let longest = String(repeating: "é", count: 200)
        try await rig.recorder.setTitle(longest, of: session)
        let error = await #expect(throws: RecordingError.self) { try await rig.recorder.setTitle(longest + "x", of: session) }
        #expect(error?.name == .invalidArguments)
        #expect(rig.reporter.activities.last?.title == longest)
        try await rig.recorder.setTitle("\n", of: session)
        #expect(rig.reporter.activities.last?.title == "")
    }
    @Test
    func `C119: that nothing could turn a take into text is said at the start, and not said any more once something can`() async throws {
        let engine = FakeTranscriber()
        engine.obstruct(with: RecordingError(.modelUnavailable, "No speech engine is installed."))
        let rig = await RecorderRig(transcriber: engine)
        await rig.reporter.until { $0.notice == .engineMissing }
        engine.obstruct(with: nil)
        try await rig.lead(to: .recording)
        await rig.reporter.until { $0.state == .recording && $0.notice == nil }
    }
    @Test
    func `a take is turned into text as the language its speaker says, whatever it was started in`() async throws {
        let take = StoredTake(session: SessionID(rawValue: "old"), audioPath: "/old", started: WallTime(microseconds: 1), locale: "de-CH")
        let rig = await RecorderRig(kept: [take])
        let error = await #expect(throws: RecordingError.self) { try await rig.recorder.setLocale("no tag", of: take.session) }
        #expect(error?.name == .invalidArguments)
        try await rig.recorder.setLocale("en_gb", of: take.session)
        _ = try await rig.recorder.perform(.process, session: take.session)
        await rig.reporter.until { $0.lastResult?.outcome == .transcribed }
        #expect(rig.reporter.activities.contains { $0.state == .processing && $0.locale == "en-GB" })
        try await rig.lead(to: .recording)
        let session = try #require(rig.reporter.activities.last?.session)
        try await rig.recorder.setLocale("fr", of: session)
        #expect(rig.reporter.activities.last?.locale == "fr")
    }
}
