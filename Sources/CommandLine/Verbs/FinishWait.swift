// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

/// Waits for the end of a take's processing.
///
/// It looks at what *is*, not at what happens: the first activity it sees is at least as new as the command whose end is waited for, so an end that came before the
/// first look is seen like any other.
@LoopActor
struct FinishWait {
    private let session: SessionID
    private let commander: any RecordingCommanding

    init(of session: SessionID, commander: any RecordingCommanding) {
        self.session = session
        self.commander = commander
    }

    /// What became of the take, and its text.
    func finishedTake() async throws(RecordingError) -> FinishedTake {
        let result = try await result()
        guard result.outcome == .transcribed else { return FinishedTake(result: result, transcript: nil) }
        return FinishedTake(result: result, transcript: try await commander.transcript(of: session))
    }

    private func result() async throws(RecordingError) -> TakeResult {
        for await activity in try await commander.activities() where !(activity.state == .processing && activity.session == session) {
            if let result = activity.lastResult, result.session == session { return result }
            // Another take came after it and has hidden its result: only its text can tell now.
            return TakeResult(session: session, outcome: .transcribed)
        }
        throw RecordingError(.notRunning, localized("The recorder ended before the text was ready. The take is kept: start the recorder again and process it."))
    }
}
