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
        for await activity in try await commander.activities() where !(activity.state == .processing && activity.session == session) {
            guard let result = activity.lastResult, result.session == session else { return try await overtakenTake(isKept: activity.kept.contains(session)) }
            guard result.outcome == .transcribed else { return FinishedTake(result: result, transcript: nil) }
            return FinishedTake(result: result, transcript: try await commander.transcript(of: session))
        }
        throw RecordingError(.notRunning, localized("The recorder ended before the text was ready. The take is kept: start the recorder again and process it."))
    }

    /// What became of a take whose result another one's has hidden meanwhile: its text tells, and where it is.
    private func overtakenTake(isKept: Bool) async throws(RecordingError) -> FinishedTake {
        do throws(RecordingError) {
            let transcript = try await commander.transcript(of: session)
            return FinishedTake(
                result: TakeResult(session: session, outcome: transcript.text.isEmpty ? .noSpeech : .transcribed), transcript: transcript.text.isEmpty ? nil : transcript)
        } catch let error where error.name == .notFound {
            let reason = RecordingError(.transcriptionFailed, localized("The take could not be turned into text. It is kept: process it again."))
            return FinishedTake(result: TakeResult(session: session, outcome: isKept ? .failed : .discarded, error: isKept ? reason : nil), transcript: nil)
        }
    }
}
