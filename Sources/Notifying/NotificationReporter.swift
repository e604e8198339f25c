// SPDX-License-Identifier: MIT

public import Commanding
public import DBus
public import EventLoop
internal import Icons
internal import Localization
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
    private let programs: DesktopPrograms
    private let theme: IconTheme
    /// What was said in passing of the open take: once is enough.
    private var said: Set<Notice> = []
    private lazy var board = NotificationBoard(record: recordPath, showing: theme) { [weak self] in self?.press($0, $1) }
    private lazy var notifier = Notifier(board)
    /// What was reported last.
    private var shown: Activity
    /// What the take that was open last is called.
    private var title = (session: SessionID.none, text: "")
    /// Since when the take is in its state.
    private var since: WallTime
    /// The take whose result is shown, or about to be.
    private var finished: SessionID?
    private var failures = 0
    private let tasks = TaskSet()

    /// The surface of a recorder that shows `activity` now.
    ///
    /// - Parameters:
    ///   - recorder: takes the commands of the buttons.
    ///   - activity: what it shows.
    ///   - record: the file in which a recorder that crashed has left what it had on the desktop; nil for none.
    ///   - environment: the variables of the session, in which programs that open and copy are looked for.
    ///   - wallTime: CLOCK_REALTIME.
    public nonisolated init(
        commanding recorder: any RecordingCommanding, showing activity: Activity, record: String?, environment: [String: String],
        wallTime: @escaping @Sendable () -> WallTime
    ) {
        self.recorder = recorder
        self.wallTime = wallTime
        recordPath = record
        programs = DesktopPrograms(environment: environment)
        theme = IconTheme(environment: environment)
        shown = activity
        since = wallTime()
    }

    /// Shows everything over `connection` from now on, on which it stays to hear the buttons.
    public func connect(to connection: Connection) { board.connect(to: connection) }

    /// Takes everything off the desktop, for buttons without a recorder do nothing.
    ///
    /// - Parameter limit: how long a server may take for that.
    public func withdraw(within limit: Duration = .seconds(1)) async {
        tasks.cancelAll()
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
    public nonisolated func report(_ notice: Notice, _ details: NoticeDetails, session: SessionID) {
        LoopActor.assumeIsolated {
            guard said.insert(notice).inserted, let (sentence, kind) = notice.passing else { return }
            notifier.say(sentence, kind)
        }
    }

    /// A recording did not begin, or did not go on.
    public nonisolated func report(_ failure: RecordingError) {
        LoopActor.assumeIsolated {
            failures += 1
            board.show(NotificationContent(failure, number: failures, programs), as: .failure)
        }
    }

    /// Takes that were torn are whole again: the last one's notification says so, and becomes that of its processing.
    public nonisolated func report(recovered takes: [StoredTake]) {
        LoopActor.assumeIsolated {
            // Nobody who has begun to record meanwhile is to be disturbed, and a result that came meanwhile is newer.
            guard shown.state == .notRecording, finished == nil, let content = NotificationContent(recovered: takes) else { return }
            finished = content.session
            board.show(content, as: .take(content.session))
        }
    }

    private func show(_ activity: Activity) {
        let before = shown
        if let finished, before.kept.contains(finished), !activity.kept.contains(finished), activity.session != finished, activity.lastResult?.session != finished {
            // It was discarded.
            board.withdraw(.take(finished))
            self.finished = nil
        }
        if activity.session != .none { title = (activity.session, activity.title) }
        if activity.state == .recording || activity.session != before.session { board.withdraw(.failure) }
        shown = activity
        if activity.session != before.session { said = [] }
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
        let title = title.session == result.session ? title.text : ""
        let isDraft = shown.kept.contains(result.session)
        guard let content = NotificationContent(result, text: nil, title: title, isDraft: isDraft, programs) else { return board.withdraw(.take(result.session)) }
        if let finished, finished != result.session { board.withdraw(.take(finished)) }
        finished = result.session
        guard result.outcome == .transcribed else { return board.show(content, as: .take(result.session)) }
        tasks.start {
            let text = try? await self.recorder.transcript(of: result.session).text
            // Unless it is processed again by now, or another take has ended.
            guard self.finished == result.session, !Task.isCancelled else { return }
            self.board.show(NotificationContent(result, text: text, title: title, isDraft: isDraft, self.programs) ?? content, as: .take(result.session))
        }
    }

    // MARK: Buttons

    private func press(_ action: NotificationAction, _ press: NotificationPress) {
        switch action {
        case .command(let command): tasks.start { await self.send(command, press) }
        case .copy: tasks.start { await self.copyText(of: press.session) }
        case .soundSettings: launch(programs.soundSettings(token: press.token), sorry: localized("The sound settings could not be opened."))
        case .open(let path): launch(programs.opener(of: path, token: press.token), sorry: localized("{path} could not be opened.", ["path": path]))
        }
    }

    private func send(_ command: RecordingCommand, _ press: NotificationPress) async {
        do throws(RecordingError) {
            _ = try await recorder.perform(command, session: press.session)
        } catch {
            log.notice("“\(command.rawValue)” from a notification: \(error)")
            board.restore(press.tag)
            notifier.say(error.message, .error)
        }
    }

    private func copyText(of session: SessionID) async {
        do throws(RecordingError) {
            let text = try await recorder.transcript(of: session).text
            launch(programs.clipboard, reading: Array(text.utf8), sorry: localized("The text could not be copied."))
        } catch {
            notifier.say(error.message, .error)
        }
    }

    /// Starts a program for the user, and says `sorry` when it doesn't do its work.
    private func launch(_ command: ChildProcess.Command?, reading input: [UInt8]? = nil, sorry: String) {
        guard let command else { return notifier.say(sorry, .error) }
        LaunchedProgram.attempt(command, reading: input) { [notifier] reason in
            log.notice(reason)
            notifier.say(sorry, .error)
        }
    }
}
