// SPDX-License-Identifier: MIT

package import Commanding
package import EventLoop
internal import Localization

/// The live panel as a value: what it knows, what a key means, and, in ``frame(at:style:)``, what it looks like.
///
/// It does nothing itself: an event changes it and tells what is to be done. Time comes in with each event, so a test can be at any moment it likes.
package struct Panel: Sendable {
    /// A sentence that goes away by itself.
    struct Message: Hashable, Sendable {
        let text: String
        let until: MonotonicTime
    }

    /// A command that has not been answered.
    struct Waiting: Hashable, Sendable {
        let number: Int
        let command: RecordingCommand
        let since: MonotonicTime
    }

    /// Whose terminal it is.
    package var role: TerminalRole
    /// What the recorder shows; nil until it said so for the first time.
    package internal(set) var activity: Activity?
    package internal(set) var size: WindowSize
    var level = -Double.infinity
    var peak = PeakHold()
    var page: TextPage?
    var isAsking = false
    var message: Message?
    var waiting: [Waiting] = []
    var lastNumber = 0
    var lost: TerminalEnding?

    static let messageTime = Duration.seconds(5)
    /// How long a command may take before the panel says that it is waited for.
    static let waitingTime = Duration.milliseconds(300)
    /// Between two looks at the level; a whole number of them makes a second.
    static let levelTime = Duration.milliseconds(125)

    /// A panel that knows nothing yet.
    package init(role: TerminalRole, size: WindowSize) {
        self.role = role
        self.size = size
    }

    /// Takes in what happened at `now`.
    ///
    /// - Returns: what is to be done, in order.
    package mutating func receive(_ event: PanelEvent, at now: MonotonicTime) -> [PanelEffect] {
        switch event {
        case .activity(let new): return receive(new, at: now)
        case .level(let level):
            self.level = level.isNaN ? -.infinity : level
            peak.take(self.level, at: now)
        case .key(let key): return press(key, at: now)
        case .resized(let size):
            self.size = size
            page?.fit(size)
        case .answered(let number, let error):
            waiting.removeAll { $0.number == number }
            if let error { say(error.message, at: now) }
        case .text(let session, let result):
            guard page?.session == session else { break }
            page?.receive(result, size)
        case .said(let sentence): say(sentence, at: now)
        case .recorderEnded(let error): return end(.lostRecorder(error))
        }
        return []
    }

    /// Whether the level is on the screen.
    package var wantsLevel: Bool { activity?.state == .recording && page == nil && !isAsking && lost == nil }

    /// When the panel will look different although nothing happens; nil when it won't.
    package func nextChange(after now: MonotonicTime) -> MonotonicTime? {
        var moments: [MonotonicTime] = []
        if let activity, activity.timer.anchor != nil, lost == nil {
            let step = (wantsLevel ? Self.levelTime : .seconds(1)).wholeMicroseconds
            let passed = max(activity.timer.elapsed(at: now).wholeMicroseconds, 0) % step
            moments.append(now.advanced(by: .microseconds(step - passed)))
        }
        if let message { moments.append(message.until) }
        moments += waiting.map { $0.since.advanced(by: Self.waitingTime) }
        return moments.filter { $0 > now }.min()
    }

    mutating func say(_ text: String, at now: MonotonicTime) {
        message = Message(text: text, until: now.advanced(by: Self.messageTime))
    }

    // MARK: The recorder

    private mutating func receive(_ new: Activity, at now: MonotonicTime) -> [PanelEffect] {
        let old = activity
        activity = new
        if new.state != .recording {
            level = -.infinity
            peak = PeakHold()
        }
        if new.state == .notRecording { isAsking = false }
        guard let old, let result = new.lastResult else { return [] }
        let isProcessed = old.state == .processing && new.state == .notRecording && old.session == result.session
        return isProcessed || old.lastResult != result ? show(result, at: now) : []
    }

    private mutating func show(_ result: TakeResult, at now: MonotonicTime) -> [PanelEffect] {
        if result.outcome == .discarded {
            say(localized("The take was discarded. “tallylight recover” brings it back for a while."), at: now)
            return []
        }
        if let page, page.session != result.session {
            say(localized("Another take is done: close this text and press t to read it."), at: now)
            return []
        }
        return open(result)
    }

    mutating func open(_ result: TakeResult) -> [PanelEffect] {
        page = TextPage(result, size)
        return result.outcome == .transcribed ? [.fetchText(result.session)] : []
    }

    /// Ends, unless a text is being read: the recorder's end must not take that away.
    mutating func end(_ ending: TerminalEnding) -> [PanelEffect] {
        guard case .lostRecorder = ending, page != nil, lost == nil else { return [.end(ending)] }
        lost = ending
        isAsking = false
        return []
    }
}
