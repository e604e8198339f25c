// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

/// What a bar has to say, before it is written as one of them wants it; nothing in it can steer a terminal or break a line.
struct BarText: Hashable, Sendable {
    /// The state as a shape, and what is counted, as `● 0:12`; empty when no take is open.
    let text: String
    /// The name the user gave the take, cut where it would crowd the bar; may be empty.
    let title: String
    /// The whole, one thing a line.
    let details: [String]
    /// The state, and what there is to say of it to a style sheet.
    let words: [String]
    /// How much of the processing is done, 0 to 100.
    let percentage: Int?
    /// The state's word.
    let state: RecordingState

    /// How much of a title a bar has room for.
    private static let titleLimit = 24

    init(_ sight: RecorderSight, at now: MonotonicTime) {
        switch sight {
        case .activity(let activity): self.init(Snapshot(activity: activity, now: now))
        case .absent(let error): self.init(absentBecause: error.message)
        }
    }

    private init(absentBecause reason: String) {
        text = ""
        title = ""
        details = [reason.inert]
        words = [RecordingState.notRecording.rawValue, "absent"]
        percentage = nil
        state = .notRecording
    }

    private init(_ snapshot: Snapshot) {
        let activity = snapshot.activity
        state = activity.state
        percentage = StatusLine.percent(of: activity)
        title = state == .notRecording ? "" : Self.shortened(activity.title)
        details = StatusLine(snapshot).lines.map(\.inert)
        var words = [state.rawValue]
        if activity.isInterrupted { words.append("interrupted") }
        if let notice = activity.notice { words.append(notice.rawValue) }
        self.words = words
        let count: String? =
            switch state {
            case .notRecording: nil
            case .recording, .paused: snapshot.elapsed.timerText
            case .processing: percentage.map { localized("{percent} %", ["percent": "\($0)"]) }
            }
        let needsAttention = state != .notRecording && words.count > 1
        text = [Self.shape(of: state), count, needsAttention ? "⚠" : nil].compactMap(\.self).joined(separator: " ")
    }

    /// The text and the title on one line.
    var line: String { title.isEmpty ? text : "\(text) \(title)" }

    private static func shape(of state: RecordingState) -> String? {
        switch state {
        case .notRecording: nil
        case .recording: "●"
        case .paused: "❚❚"
        case .processing: "◌"
        }
    }

    private static func shortened(_ title: String) -> String {
        let title = title.inert
        return title.count > titleLimit ? title.prefix(titleLimit - 1) + "…" : title
    }
}
