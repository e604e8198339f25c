// SPDX-License-Identifier: MIT

package import Commanding
internal import Icons
internal import Localization

extension NotificationContent {
    /// What is said of the take that is open in `activity`, which is in its state since `since`; nil when none is.
    package init?(_ activity: Activity, since: WallTime) {
        guard let summary = Self.summary(of: activity) else { return nil }
        self.init(
            occasion: .state(activity.state, since: since), session: activity.session, summary: summary.singleLine, body: Self.body(of: activity, since: since).singleLine,
            buttons: Self.buttons(of: activity.state), icon: Self.icon(of: activity))
    }

    private static func icon(of activity: Activity) -> StateIcon {
        switch activity.state {
        case .notRecording: .ready
        case .recording: .recording
        case .paused: activity.isInterrupted ? .attention : .paused
        case .processing: .processing
        }
    }

    private static func summary(of activity: Activity) -> String? {
        let state: String
        switch activity.state {
        case .notRecording: return nil
        case .recording, .paused: state = activity.word
        case .processing: state = localized("Turning speech into text")
        }
        return named(state, activity.title)
    }

    private static func body(of activity: Activity, since: WallTime) -> String {
        let time = since.clockText
        let standing = activity.timer.elapsed.spelledText
        switch activity.state {
        case .notRecording: return ""
        case .recording:
            guard !activity.source.isEmpty else { return localized("Since {time}.", ["time": time]) }
            return localized("Since {time}, from {source}.", ["time": time, "source": activity.source.excerpt(characters: 80)])
        case .paused where activity.isInterrupted:
            let reason = (activity.notice ?? .inputLost).sentence
            return localized("{reason} Since {time}. Recorded: {length}; nothing is lost.", ["reason": reason, "time": time, "length": standing])
        case .paused: return localized("Since {time}. Recorded: {length}.", ["time": time, "length": standing])
        case .processing: return localized("Since {time}. Recorded: {length}.", ["time": time, "length": standing])
        }
    }

    private static func buttons(of state: RecordingState) -> [Button] {
        state.buttons.map { Button(key: "\(state.rawValue).\($0.rawValue)", label: $0.label, action: .command($0)) }
    }
}
