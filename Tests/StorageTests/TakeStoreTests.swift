// SPDX-License-Identifier: MIT

import Commanding
import Glibc
import Recording
import Testing

@testable import Storage

@Suite("TakeStore")
struct TakeStoreTests {
    @Test
    func `a take has a private folder until it is finished, then two private files in the documents`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let take = try await store.create(started: Stage.noon, locale: "de-CH")
        let folder = Files.join(stage.takes, take.session.rawValue)
        #expect(take.audioPath == "\(folder)/audio.flac.part")
        #expect(!Files.isTaken(take.audioPath))
        #expect(take.started == Stage.noon)
        #expect(take.locale == "de-CH")
        try write("sound", to: take.audioPath)
        #expect(try await store.close(take.session, duration: .milliseconds(1500)) == "\(folder)/audio.flac")
        #expect(try tree(stage.takes) == ["audio.flac", "take"].map { "\(take.session)/\($0)" })

        let result = try await store.finish(take.session, transcript: .sample)
        #expect(result.audioPath == Files.join(stage.documents, "2026-11-30 14.05.22.flac"))
        #expect(result.transcriptPath == Files.join(stage.documents, "2026-11-30 14.05.22.txt"))
        #expect(contents(of: result.audioPath) == "sound")
        #expect(contents(of: result.transcriptPath) == "Grüß Gott.\nWie geht’s?\n")
        #expect(try tree(stage.takes).isEmpty)
        #expect(try tree(stage.documents) == ["2026-11-30 14.05.22.flac", "2026-11-30 14.05.22.txt"])
        for path in [result.audioPath, result.transcriptPath] { #expect(Files.status(of: path).map { $0.st_mode & 0o7777 } == 0o600) }
        for path in [stage.documents, stage.takes, stage.directories.dataFolder] { #expect(Files.status(of: path).map { $0.st_mode & 0o7777 } == 0o700) }
    }

    @Test
    func `without words only the audio moves; that nobody spoke is known, that nothing was processed too`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let session = try await store.recordWhole()
        await #expect(throws: RecordingError.self) { try await store.transcript(of: session) }
        let result = try await store.finish(session, transcript: .silent)
        #expect(result.transcriptPath.isEmpty)
        #expect(try tree(stage.documents) == ["2026-11-30 14.05.22.flac"])
        #expect(try await store.transcript(of: session) == Transcript.silent.of(session))
        #expect(try await stage.store().transcript(of: session) == Transcript.silent.of(session))
    }

    @Test
    func `no session means the take started last that has a text, finished or kept, over discards and restarts`() async throws {
        let stage = try Stage()
        let store = stage.store()
        await #expect(throws: RecordingError.self) { try await store.transcript(of: .none) }
        let start = Stage.noon.microseconds
        let first = try await store.recordWhole()
        _ = try await store.finish(first, transcript: .sample)
        let second = try await store.recordWhole(started: WallTime(microseconds: start + 5_000_000))
        #expect(try await store.transcript(of: .none) == Transcript.sample.of(first))
        _ = try await store.keep(second, transcript: .sample)
        let third = try await store.recordWhole(started: WallTime(microseconds: start + 9_000_000))
        try await store.discard(third)
        #expect(try await store.transcript(of: .none) == Transcript.sample.of(second))
        #expect(try await stage.store().transcript(of: .none) == Transcript.sample.of(second))
    }

    @Test
    func `the text of a finished take is found after a restart, as the user has it now`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let session = try await store.recordWhole()
        let result = try await store.finish(session, transcript: .sample)
        #expect(try await store.transcript(of: session) == Transcript.sample.of(session))
        #expect(try await stage.store().transcript(of: session) == Transcript.sample.of(session))
        try write("Corrected.\n", to: result.transcriptPath)
        #expect(try await stage.store().transcript(of: session).text == "Corrected.")
        try Files.remove(result.transcriptPath)
        let later = stage.store()
        let error = await #expect(throws: RecordingError.self) { try await later.transcript(of: session) }
        #expect(error?.name == .notFound)
        // What was said in it is nowhere any more.
        _ = await later.kept()
        #expect(try tree(stage.directories.stateFolder) == ["finished/"])
    }

    @Test
    func `a take with a draft of a text stays kept, and gets the better text later`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let session = try await store.recordWhole("sound")
        let draft = try await store.keep(session, transcript: .sample)
        #expect(contents(of: draft.audioPath) == "sound")
        #expect(contents(of: draft.transcriptPath) == "Grüß Gott.\nWie geht’s?\n")
        #expect(await stage.store().kept().map(\.session) == [session])
        #expect(try await stage.store().transcript(of: session) == Transcript.sample.of(session))
        let better = Transcript(text: "Better.", engine: "e", model: "m", language: "de")
        let result = try await store.finish(session, transcript: better)
        #expect(contents(of: result.transcriptPath) == "Better.\n")
        #expect(try await store.transcript(of: session) == better.of(session))
    }

    @Test
    func `only the last finished takes are remembered`() async throws {
        let stage = try Stage(TemporaryFolder(in: "/dev/shm"))
        let finished = FinishedTakes(path: stage.folder["finished"])
        let sessions = (0..<FinishedTakes.limit + 2).map { SessionID.make(at: WallTime(microseconds: Stage.noon.microseconds + Int64($0) * 1_000_000)) }
        for session in sessions.dropLast() {
            try write("", to: Files.join(finished.path, session.rawValue))
        }
        try finished.remember(sessions[sessions.count - 1], StoredResult(audioPath: "/a"), .silent)
        #expect(try Files.names(in: finished.path) == sessions.dropFirst(2).map(\.rawValue))
    }

    @Test
    func `a take without a frame leaves nothing, one with sound is never abandoned`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let empty = try await store.create(started: Stage.noon, locale: "en")
        await store.abandon(empty.session)
        #expect(try tree(stage.takes).isEmpty)
        let take = try await store.record()
        await store.abandon(take.session)
        #expect(await store.kept().map(\.session) == [take.session])
    }

    @Test
    func `C149: a title given while recording, twice, is kept over a restart, and changes no file's name`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let take = try await store.record()
        try await store.setTitle("First", of: take.session)
        try await store.setTitle(" Über\n# \\n uns ", of: take.session)
        #expect(Files.isTaken(take.audioPath))
        _ = try await store.close(take.session, duration: .seconds(3))
        let kept = await stage.store().kept()
        #expect(kept.map(\.title) == [" Über\n# \\n uns "])
        #expect(kept.map(\.duration) == [.seconds(3)])
        let restarted = stage.store()
        try await restarted.setTitle("Third", of: take.session)
        #expect(await restarted.kept().map(\.title) == ["Third"])
        #expect(try await restarted.finish(take.session, transcript: .silent).audioPath.hasSuffix("/2026-11-30 14.05.22.flac"))
        let error = await #expect(throws: RecordingError.self) { try await restarted.setTitle("Late", of: take.session) }
        #expect(error?.name == .notFound)
    }

    @Test(arguments: ["", ".", "..", "../..", "/etc", ".discarded", "20261130_140522_0123456789abcdef", "20261130_140522_0123456789abcdef/..", "a\u{0}b"])
    func `a session that is none reaches no file`(text: String) async throws {
        let stage = try Stage()
        let store = stage.store()
        let kept = try await store.recordWhole()
        let before = try tree(stage.folder.path)
        let session = SessionID(rawValue: text)
        await store.abandon(session)
        for error in [
            await #expect(throws: RecordingError.self) { _ = try await store.close(session, duration: .zero) },
            await #expect(throws: RecordingError.self) { _ = try await store.finish(session, transcript: .sample) },
            await #expect(throws: RecordingError.self) { try await store.discard(session) },
            await #expect(throws: RecordingError.self) { _ = try await store.recover(session) },
            await #expect(throws: RecordingError.self) { try await store.setTitle("x", of: session) },
            await #expect(throws: RecordingError.self) { _ = try await store.transcript(of: session) },
        ] {
            #expect(error?.name == .notFound)
        }
        #expect(try tree(stage.folder.path) == before)
        #expect(await store.kept().map(\.session) == [kept])
    }

    @Test
    func `C125: odd names are names and nothing else`() async throws {
        let folder = TemporaryFolder()
        let odd = "$(touch pwn) `id`; -o x\n\u{1B}]52;c;cHduCg==\u{07} \u{202E}é"
        try Files.makeFolder(folder[odd])
        let stage = try Stage(folder, data: folder["\(odd)/data"], documents: "\(folder[odd])/docs".replacing("`", with: "\\`").replacing("\n", with: " "))
        let store = stage.store()
        let session = try await store.recordWhole()
        try await store.setTitle(odd, of: session)
        #expect(await store.kept().map(\.title) == [odd])
        let result = try await store.finish(session, transcript: .sample)
        #expect(contents(of: result.audioPath) == "sound")
        let stored = try await stage.store().transcript(of: session)
        #expect(stored.text == Transcript.sample.text)
        #expect(stored.title == odd)
        #expect(try !tree(folder.path).contains { $0.hasSuffix("pwn") })
    }

    @Test
    func `the text waits beside the sound when the documents can't be written, and the next try succeeds`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let session = try await store.recordWhole("sound")
        try write("in the way", to: stage.documents)
        let error = await #expect(throws: RecordingError.self) { try await store.finish(session, transcript: .sample) }
        #expect(error?.name == .storageFailed)
        #expect(error?.message.contains(stage.documents) == true)
        #expect(try await store.transcript(of: session) == Transcript.sample.of(session))
        #expect(await stage.store().kept().map(\.session) == [session])
        try Files.remove(stage.documents)
        let result = try await store.finish(session, transcript: .sample)
        #expect(contents(of: result.audioPath) == "sound")
    }
}
