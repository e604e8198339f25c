// SPDX-License-Identifier: MIT

public import Commanding
public import DBus
public import EventLoop
internal import Logging
public import Recording

/// The desktop's notifications as a surface: one per take, replaced on transitions, whose buttons command that very take.
///
/// What a take became stays under its tag until the next result takes its place. Nothing else stands when nothing is going on.
@LoopActor
public final class NotificationReporter: Reporting {
    private let recorder: any RecordingCommanding
    private let wallTime: @Sendable () -> WallTime
    private let recordPath: String?
    private lazy var board = NotificationBoard(record: recordPath) { [weak self] in self?.press($0, of: $1, $2) }
    /// What was reported last.
    private var shown: Activity
    /// Since when the take is in its state.
    private var since: WallTime
    /// The take whose result is shown, or about to be.
    private var finished: SessionID?
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var tasksSoFar = 0

    /// The surface of a recorder that shows `activity` now.
    ///
    /// - Parameters:
    ///   - recorder: takes the commands of the buttons.
    ///   - activity: what it shows.
    ///   - record: the file in which a recorder that crashed has left what it had on the desktop; nil for none.
    ///   - wallTime: CLOCK_REALTIME.
    public nonisolated init(commanding recorder: any RecordingCommanding, showing activity: Activity, record: String?, wallTime: @escaping @Sendable () -> WallTime) {
        self.recorder = recorder
        self.wallTime = wallTime
        recordPath = record
        shown = activity
        since = wallTime()
    }

    /// Shows everything over `connection` from now on, on which it stays to hear the buttons.
    public func connect(to connection: Connection) { board.connect(to: connection) }

    /// Takes everything off the desktop, for buttons without a recorder do nothing.
    ///
    /// - Parameter limit: how long a server may take for that.
    public func withdraw(within limit: Duration = .seconds(1)) async {
        for task in tasks.values { task.cancel() }
        await board.clear(within: limit)
    }

    // MARK: Reporting

    /// The recorder shows `activity` from now on.
    public nonisolated func report(_ activity: Activity) {
        LoopActor.assumeIsolated { show(activity) }
    }

    /// A processing has ended.
    public nonisolated func report(_ result: TakeResult) {
        LoopActor.assumeIsolated { show(result) }
    }

    /// Something a person should know has come up in the open take.
    public nonisolated func report(_ notice: Notice, session: SessionID) {}

    private func show(_ activity: Activity) {
        let before = shown
        shown = activity
        if activity.state != before.state || activity.session != before.session { since = wallTime() }
        if before.session != activity.session, before.state != .notRecording, !isFinished(before.session, in: activity) { board.withdraw(.take(before.session)) }
        guard let content = NotificationContent(activity, since: since) else { return }
        if activity.session == finished { finished = nil }
        board.show(content, as: .take(activity.session))
    }

    /// Whether a take that is gone has a result to show in its place: it is about to be reported.
    private func isFinished(_ session: SessionID, in activity: Activity) -> Bool {
        guard let result = activity.lastResult, result.session == session else { return false }
        return result.outcome != .discarded
    }

    private func show(_ result: TakeResult) {
        guard let content = NotificationContent(result, text: nil) else { return board.withdraw(.take(result.session)) }
        if let finished, finished != result.session { board.withdraw(.take(finished)) }
        finished = result.session
        guard result.outcome == .transcribed else { return board.show(content, as: .take(result.session)) }
        start {
            let text = try? await self.recorder.transcript(of: result.session).text
            // Unless it is processed again by now, or another take has ended.
            guard self.finished == result.session, !Task.isCancelled else { return }
            self.board.show(NotificationContent(result, text: text) ?? content, as: .take(result.session))
        }
    }

    // MARK: Buttons

    private func press(_ action: NotificationAction, of content: NotificationContent, _ tag: NotificationTag) {
        switch action {
        case .command(let command):
            start {
                do throws(RecordingError) {
                    _ = try await self.recorder.perform(command, session: content.session)
                } catch {
                    log.notice("“\(command.rawValue)” from a notification: \(error)")
                    self.board.restore(tag)
                }
            }
        }
    }

    private func start(_ body: @escaping @LoopActor () async -> Void) {
        let number = tasksSoFar
        tasksSoFar += 1
        tasks[number] = Loop.shared.task {
            await body()
            self.tasks[number] = nil
        }
    }
}
