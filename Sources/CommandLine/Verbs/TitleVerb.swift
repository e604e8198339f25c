// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

/// `title`: names a take.
@LoopActor
struct TitleVerb {
    let options: Options
    let context: VerbContext

    func run() async throws(RecordingError) -> ExitCode {
        try await context.commander.setTitle(options.operand ?? "", of: context.take(options))
        return .done
    }
}
