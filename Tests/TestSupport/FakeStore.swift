// SPDX-License-Identifier: MIT

package import Commanding
package import Recording
internal import Synchronization

/// A store in memory: takes are open, kept, discarded or finished, and never in two places.
package final class FakeStore: Storing {
    private struct State {
        var takes: [StoredTake] = []
        var discarded: [StoredTake] = []
        var finished: [SessionID: Transcript] = [:]
        var closed: Set<SessionID> = []
        var saved: Set<SessionID> = []
        var count = 0
        var finishError: RecordingError?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// An empty store, or one with takes that were kept.
    package init(kept: [StoredTake] = []) { state.withLock { $0.takes = kept } }

    /// The takes that were discarded and not yet purged.
    package var discarded: [SessionID] { state.withLock { $0.discarded.map(\.session) } }
    /// The takes whose files have moved to the documents.
    package var finished: [SessionID] { state.withLock { $0.finished.keys.sorted { $0.rawValue < $1.rawValue } } }
    /// The takes whose audio is in the documents while they wait for their text.
    package var saved: Set<SessionID> { state.withLock(\.saved) }
    /// The takes that are still in their folder.
    package var takes: [SessionID] { state.withLock { $0.takes.map(\.session) } }

    /// Waits until a take was put aside, which happens after its discard was answered.
    package func untilDiscarded() async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if state.discarded.isEmpty { state.waiting.append(continuation) }
                return !state.discarded.isEmpty
            }
            if isMet { continuation.resume() }
        }
    }

    /// Makes finishing fail from now on, or work again.
    package func failFinishing(with error: RecordingError?) { state.withLock { $0.finishError = error } }

    package func create(started: WallTime, locale: String) async throws(RecordingError) -> StoredTake {
        state.withLock { state in
            state.count += 1
            let take = StoredTake(session: SessionID(rawValue: "take-\(state.count)"), audioPath: "/takes/\(state.count)/audio.flac.part", started: started, locale: locale)
            state.takes.append(take)
            return take
        }
    }

    package func abandon(_ session: SessionID) async { state.withLock { $0.takes.removeAll { $0.session == session } } }

    package func close(_ session: SessionID, duration: Duration) async throws(RecordingError) -> String {
        state.withLock { _ = $0.closed.insert(session) }
        return "/takes/\(session)/audio.flac"
    }

    package func finish(_ session: SessionID, transcript: Transcript) async throws(RecordingError) -> StoredResult {
        if let error = state.withLock(\.finishError) { throw error }
        state.withLock { state in
            state.takes.removeAll { $0.session == session }
            state.finished[session] = transcript
        }
        return StoredResult(audioPath: "/documents/\(session).flac", transcriptPath: transcript.text.isEmpty ? "" : "/documents/\(session).txt")
    }

    package func save(_ session: SessionID) async throws(RecordingError) -> String {
        if let error = state.withLock(\.finishError) { throw error }
        state.withLock { _ = $0.saved.insert(session) }
        return "/documents/\(session).flac"
    }

    package func keep(_ session: SessionID, transcript: Transcript) async throws(RecordingError) -> StoredResult {
        StoredResult(audioPath: "/takes/\(session)/audio.flac", transcriptPath: "/takes/\(session)/transcript.txt")
    }

    package func discard(_ session: SessionID) async throws(RecordingError) {
        let waiting: [CheckedContinuation<Void, Never>]? = state.withLock { state in
            guard let index = state.takes.firstIndex(where: { $0.session == session }) else { return nil }
            state.discarded.append(state.takes.remove(at: index))
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let waiting else { throw RecordingError(.notFound, "There is no such take.") }
        for continuation in waiting { continuation.resume() }
    }

    package func purgeDiscarded(at now: WallTime) async -> WallTime? { nil }

    package func takes() async -> [ListedTake] {
        state.withLock { state in
            let kept = state.takes.map { ListedTake(session: $0.session, started: $0.started, duration: $0.duration, title: $0.title, locale: $0.locale) }
            return kept + state.discarded.map { ListedTake(session: $0.session, state: .discarded, started: $0.started, duration: $0.duration, title: $0.title, locale: $0.locale) }
        }
    }

    package func recover(_ session: SessionID) async throws(RecordingError) -> StoredTake {
        let take = state.withLock { state -> StoredTake? in
            guard let index = session == .none ? state.discarded.indices.last : state.discarded.firstIndex(where: { $0.session == session }) else { return nil }
            let take = state.discarded.remove(at: index)
            state.takes.append(take)
            return take
        }
        guard let take else { throw RecordingError(.notFound, "There is no such take.") }
        return take
    }

    package func kept() async -> [StoredTake] { state.withLock(\.takes) }

    package func mend(_ session: SessionID) async -> StoredTake? {
        state.withLock { state in
            guard let index = state.takes.firstIndex(where: { $0.session == session }) else { return nil }
            state.takes[index].isTorn = false
            return state.takes[index]
        }
    }

    package func setTitle(_ title: String, of session: SessionID) async throws(RecordingError) {
        try change(session) { $0.title = title }
    }

    package func setLocale(_ locale: String, of session: SessionID) async throws(RecordingError) {
        try change(session) { $0.locale = locale }
    }

    private func change(_ session: SessionID, _ body: (inout StoredTake) -> Void) throws(RecordingError) {
        let wasThere = state.withLock { state in
            guard let index = state.takes.firstIndex(where: { $0.session == session }) else { return false }
            body(&state.takes[index])
            return true
        }
        guard wasThere else { throw RecordingError(.notFound, "There is no such take.") }
    }

    package func transcript(of session: SessionID) async throws(RecordingError) -> Transcript {
        let (key, transcript) = state.withLock { state in
            let key = session == .none ? state.finished.keys.max { $0.rawValue < $1.rawValue } ?? .none : session
            return (key, state.finished[key])
        }
        guard var transcript else { throw RecordingError(.notFound, "There is no such text.") }
        transcript.session = key
        return transcript
    }
}
