// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

/// `title`: names a take.
@LoopActor
struct TitleVerb {
    let options: Options
    let context: VerbContext

    func run() async throws(RecordingError) -> ExitCode {
        var session = options.session ?? .none
        if session == .none { session = try await context.commander.activity().session }
        guard session != .none else {
            throw RecordingError(.invalidState, localized("No take is open. Start one, or name a kept one with --session."))
        }
        try await context.commander.setTitle(options.operand ?? "", of: session)
        return .done
    }
}
