// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

/// `language`: says in which language a take is spoken.
@LoopActor
struct LanguageVerb {
    let options: Options
    let context: VerbContext

    func run() async throws(RecordingError) -> ExitCode {
        try await context.commander.setLocale(options.operand ?? "", of: context.take(options))
        return .done
    }
}
