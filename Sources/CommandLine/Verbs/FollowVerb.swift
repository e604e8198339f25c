// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import RecorderService

/// `watch` with a format, as bars keep it running: a line whatever happens to the recorder or the bus, until nobody reads any more.
@LoopActor
struct FollowVerb {
    let options: Options
    let console: Console

    func run() async throws(RecordingError) -> ExitCode {
        let printer = WatchPrinter(options: options, console: console, now: { MonotonicTime(microseconds: MonotonicClock.microseconds) })
        let follower = RecorderFollower(at: try CommandLineProgram.address()) { printer.receive($0) }
        let clicks = ClickSink()
        let following = Loop.shared.task { await follower.run() }
        await printer.untilEnd()
        following.cancel()
        clicks?.cancel()
        return .done
    }
}
