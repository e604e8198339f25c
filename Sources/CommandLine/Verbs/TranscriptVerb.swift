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
        // Without one, that of the take started last that has a text: a discard after it takes nothing away.
        let session = options.operand.map(SessionID.init) ?? .none
        let transcript = try await context.commander.transcript(of: session)
        context.console.text(options.textFormat.text(of: NamedTranscript(session: transcript.session, transcript: transcript)))
        if transcript.text.isEmpty { context.console.complain(localized("No speech was recognised.")) }
        return .done
    }
}
