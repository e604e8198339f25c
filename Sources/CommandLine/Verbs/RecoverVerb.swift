// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

/// `recover`: brings a discarded take back, and prints its session.
@LoopActor
struct RecoverVerb {
    let options: Options
    let context: VerbContext

    func run() async throws(RecordingError) -> ExitCode {
        let recovered = try await context.commander.recover(SessionID(rawValue: options.operand ?? ""))
        context.console.line(recovered.rawValue)
        return .done
    }
}
