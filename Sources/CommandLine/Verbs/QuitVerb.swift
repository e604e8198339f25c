// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

/// `quit`: ends the recorder, and waits until it has ended, so that the next command meets none or a new one.
@LoopActor
struct QuitVerb {
    /// The recorder ends within 5 s of being told to.
    private static let patience = Duration.seconds(10)

    let options: Options
    let context: VerbContext

    func run() async throws(RecordingError) -> ExitCode {
        let activities = try await context.commander.activities()
        try await context.commander.quit(force: options.force)
        let wait = Loop.shared.task {
            for await _ in activities {}
            return !Task.isCancelled
        }
        let timer = LoopTimer(after: Self.patience) { wait.cancel() }
        defer { timer.cancel() }
        guard await wait.value else {
            throw RecordingError(.notAnswering, localized("The recorder has agreed to end, but is still there. End the program “tallylight-recorder” by its process number."))
        }
        return .done
    }
}
