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
        let before = try await context.commander.activity().lastResult
        try await context.commander.quit(force: options.force)
        let wait = Loop.shared.task { () -> Activity? in
            var last: Activity?
            for await activity in activities {
                last = activity
            }
            return Task.isCancelled ? nil : last
        }
        let timer = LoopTimer(after: Self.patience) { wait.cancel() }
        defer { timer.cancel() }
        guard let last = await wait.value else {
            throw RecordingError(.notAnswering, localized("The recorder has agreed to end, but is still there. End the program “tallylight-recorder” by its process number."))
        }
        if let result = last.lastResult, result != before, let error = result.error {
            // That it was ended is no news to whoever ended it.
            if error.name != .cancelled { context.console.complain(error.message) }
            context.console.complain(localized("The audio is in {path}. The take is kept, and can be processed when the recorder runs again.", ["path": result.audioPath]))
        }
        return .done
    }
}
