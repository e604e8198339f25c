// SPDX-License-Identifier: MIT

import Commanding
import Recording
import Testing

@testable import Storage

@Suite("Discarded takes")
struct DiscardedTakesTests {
    @Test
    func `a discarded take is seen by recover only, comes back whole, and can be finished`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let session = try await store.recordWhole("sound")
        try await store.setTitle("Mine", of: session)
        try await store.discard(session)
        #expect(await store.kept().isEmpty)
        let error = await #expect(throws: RecordingError.self) { try await store.finish(session, transcript: .silent) }
        #expect(error?.name == .notFound)
        let take = try await stage.store().recover(session)
        #expect(take.session == session)
        #expect(take.title == "Mine")
        #expect(take.started == Stage.noon)
        #expect(contents(of: take.audioPath) == "sound")
        #expect(await store.kept() == [take])
        _ = try await store.finish(session, transcript: .silent)
    }

    @Test
    func `no session means the one discarded last, whichever was started last`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let first = try await store.recordWhole()
        let second = try await store.recordWhole(started: WallTime(microseconds: Stage.noon.microseconds + 5_000_000))
        try await store.discard(second)
        stage.advance(.seconds(1))
        try await store.discard(first)
        #expect(try await store.recover(.none).session == first)
        #expect(try await store.recover(.none).session == second)
        for (session, words) in [
            (SessionID.none, "no discarded take to bring back"), (first, "tallylight process --session"), (SessionID(rawValue: "20261130_140522_0123456789abcdef"), "recover --list"),
        ] {
            let error = await #expect(throws: RecordingError.self) { try await store.recover(session) }
            #expect(error?.name == .notFound && error?.message.contains(words) == true, "\(String(describing: error))")
        }
    }

    @Test
    func `a take is kept for its draft, or for the documents that did not take its text`() async throws {
        for isDraft in [true, false] {
            let stage = try Stage()
            let session = try await stage.store().recordWhole()
            var transcript = Transcript.sample
            transcript.isDraft = isDraft
            _ = try await stage.store().keep(session, transcript: transcript)
            #expect(await stage.store().takes().map(\.reason) == [isDraft ? .draft : .undelivered])
        }
    }

    @Test
    func `an open take can be discarded, and is closed when it comes back`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let take = try await store.record("sound")
        try await store.discard(take.session)
        let recovered = try await store.recover(take.session)
        #expect(recovered.isTorn)
        let mended = try #require(await store.mend(take.session))
        #expect(mended.audioPath.hasSuffix("/audio.flac") && !mended.isTorn)
        #expect(contents(of: mended.audioPath) == "sound")
        #expect(await store.kept().map(\.session) == [take.session])
    }

    @Test
    func `a take is deleted when its time is over, counted from its discard, over restarts too`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let first = try await store.recordWhole()
        let second = try await store.recordWhole()
        try await store.discard(first)
        stage.advance(.seconds(60))
        try await store.discard(second)
        let end = WallTime(microseconds: Stage.noon.microseconds + 600_000_000)
        #expect(await store.purgeDiscarded(at: WallTime(microseconds: end.microseconds - 1)) == end)
        #expect(try tree(stage.takes).count == 4)
        #expect(await stage.store().purgeDiscarded(at: end) == WallTime(microseconds: end.microseconds + 60_000_000))
        #expect(try await store.recover(.none).session == second)
        try await store.discard(second)
        stage.advance(.seconds(600))
        #expect(await stage.store().kept().isEmpty)
        #expect(try tree(stage.takes) == [".discarded/"])
        #expect(await store.purgeDiscarded(at: end) == nil)
    }

    @Test
    func `a period of zero deletes at once`() async throws {
        let stage = try Stage()
        let store = stage.store(discardedPeriod: .zero)
        let session = try await store.recordWhole()
        try await store.discard(session)
        #expect(try tree(stage.takes) == [".discarded/"])
        await #expect(throws: RecordingError.self) { try await store.recover(session) }
    }

    @Test
    func `a clock that was set back deletes nothing early, and one at the end of time does not trap`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let session = try await store.recordWhole()
        try await store.discard(session)
        stage.advance(.seconds(-86_400))
        #expect(await store.kept().isEmpty)
        #expect(await store.purgeDiscarded(at: WallTime(microseconds: .min)) != nil)
        #expect(try await store.recover(session).session == session)
        try await store.discard(session)
        #expect(await store.purgeDiscarded(at: WallTime(microseconds: .max)) == nil)
    }

    @Test
    func `a take without sound leaves nothing to bring back`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let take = try await store.create(started: Stage.noon, locale: "en")
        try await store.discard(take.session)
        #expect(try tree(stage.takes).isEmpty)
    }
}
