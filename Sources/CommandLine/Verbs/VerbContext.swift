// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

/// What verbs work with.
struct VerbContext: Sendable {
    /// The recorder.
    let commander: any RecordingCommanding
    /// What starts a recorder where none is running.
    let launcher: any RecorderLaunching
    /// Where verbs write.
    let console: Console
    /// CLOCK_MONOTONIC.
    let now: @Sendable () -> MonotonicTime
    /// CLOCK_REALTIME.
    let wallTime: @Sendable () -> WallTime

    init(
        commander: any RecordingCommanding, launcher: any RecorderLaunching, console: Console,
        now: @escaping @Sendable () -> MonotonicTime = { MonotonicTime(microseconds: MonotonicClock.microseconds) },
        wallTime: @escaping @Sendable () -> WallTime = { .now }
    ) {
        self.commander = commander
        self.launcher = launcher
        self.console = console
        self.now = now
        self.wallTime = wallTime
    }

    /// The take that is meant: the one named, else the open one.
    @LoopActor
    func take(_ options: Options) async throws(RecordingError) -> SessionID {
        var session = options.session ?? .none
        if session == .none { session = try await commander.activity().session }
        guard session != .none else {
            throw RecordingError(.invalidState, localized("No take is open. Start one, or name a kept one with --session."))
        }
        return session
    }

    /// Prints an activity.
    @LoopActor
    func show(_ activity: Activity, as format: OutputFormat) {
        console.line(format.line(.activity(activity), at: now()))
    }
}
