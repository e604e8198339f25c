// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Terminal

/// A panel at a moment of the test's choice.
struct PanelRig {
    var panel: Panel
    var now = MonotonicTime(microseconds: 1_000_000_000_000_000)
    var style = PanelStyle()
    var effects: [PanelEffect] = []

    init(_ columns: Int = 80, _ rows: Int = 24, role: TerminalRole = .recorder(canLiveOn: true)) {
        panel = Panel(role: role, size: WindowSize(columns: columns, rows: rows))
    }

    /// Makes something happen.
    mutating func receive(_ event: PanelEvent) { effects += panel.receive(event, at: now) }

    /// Presses keys, one a character.
    mutating func press(_ keys: Key...) {
        for key in keys { receive(.key(key)) }
    }

    mutating func pass(_ time: Duration) { now = now.advanced(by: time) }

    /// What was to be done since the last call.
    mutating func done() -> [PanelEffect] {
        defer { effects = [] }
        return effects
    }

    var lines: [String] { panel.frame(at: now, style: style).lines }

    /// All that is shown, in one string.
    var text: String { lines.joined(separator: "\n") }
}

extension Activity {
    static let take = SessionID(rawValue: "take")

    /// A take that has been going on for `elapsed` when `now` is the moment of a fresh rig.
    static func recording(_ elapsed: Duration, now: MonotonicTime = PanelRig().now) -> Activity {
        var activity = Activity()
        activity.state = .recording
        activity.session = take
        activity.timer = ActivityTimer(anchor: now.advanced(by: .zero - elapsed))
        activity.commands = [.toggle, .pause, .finish]
        activity.source = "Desk Microphone"
        return activity
    }

    static func paused(_ elapsed: Duration) -> Activity {
        var activity = recording(.zero)
        activity.state = .paused
        activity.timer = ActivityTimer(elapsed: elapsed)
        activity.commands = [.toggle, .resume, .process, .discard, .finish]
        return activity
    }

    static func processing(_ progress: Double?) -> Activity {
        var activity = paused(.seconds(7))
        activity.state = .processing
        activity.progress = progress
        activity.commands = [.discard]
        return activity
    }

    /// At rest after a take that ended so.
    static func done(_ outcome: RecordingOutcome, error: RecordingError? = nil) -> Activity {
        var activity = Activity()
        activity.source = "Desk Microphone"
        activity.lastResult = TakeResult(
            session: take, outcome: outcome, audioPath: "/home/ada/Documents/Tallylight/2026-11-30 14.05.22.flac",
            transcriptPath: outcome == .transcribed ? "/home/ada/Documents/Tallylight/2026-11-30 14.05.22.txt" : "", duration: .seconds(7), error: error)
        if outcome == .failed { activity.kept = [take] }
        return activity
    }
}
