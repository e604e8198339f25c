// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

/// `watch`: a line now and for each change, until nobody reads any more or the recorder is gone.
@LoopActor
struct WatchVerb {
    let options: Options
    let context: VerbContext

    func run() async throws(RecordingError) -> ExitCode {
        let activities = try await context.commander.activities()
        let printer = WatchPrinter(options: options, console: context.console, now: context.now)
        let reading = Loop.shared.task {
            for await activity in activities {
                printer.receive(.activity(activity))
            }
            printer.end()
        }
        await printer.untilEnd()
        reading.cancel()
        guard context.console.isOpen, !printer.isAbandoned else { return .done }
        // The recorder or the bus is gone: asking once more tells which.
        _ = try await context.commander.activity()
        throw .recorderEnded
    }
}
