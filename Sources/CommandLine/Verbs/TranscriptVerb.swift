// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

/// `transcript`: the text of a take.
@LoopActor
struct TranscriptVerb {
    let options: Options
    let context: VerbContext

    func run() async throws(RecordingError) -> ExitCode {
        let session = try await session()
        let transcript = try await context.commander.transcript(of: session)
        context.console.text(options.textFormat.text(of: NamedTranscript(session: session, transcript: transcript)))
        if transcript.text.isEmpty { context.console.complain(localized("No speech was recognised.")) }
        return .done
    }

    private func session() async throws(RecordingError) -> SessionID {
        if let operand = options.operand { return SessionID(rawValue: operand) }
        guard let result = try await context.commander.activity().lastResult else {
            throw RecordingError(.notFound, localized("This recorder has not finished a take yet. Name the one whose text you want: “tallylight transcript SESSION”."))
        }
        return result.session
    }
}
