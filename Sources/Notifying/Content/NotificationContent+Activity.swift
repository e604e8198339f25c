// SPDX-License-Identifier: MIT

package import Commanding
internal import Localization

extension NotificationContent {
    /// What is said of the take that is open in `activity`, which is in its state since `since`; nil when none is.
    package init?(_ activity: Activity, since: WallTime) {
        guard let summary = Self.summary(of: activity) else { return nil }
        self.init(
            occasion: .state(activity.state, since: since), session: activity.session, summary: summary.singleLine, body: Self.body(of: activity, since: since).singleLine,
            buttons: Self.buttons(of: activity.state))
    }

    private static func summary(of activity: Activity) -> String? {
        let state: String
        switch activity.state {
        case .notRecording: return nil
        case .recording: state = localized("Recording")
        case .paused: state = activity.isInterrupted ? localized("Interrupted") : localized("Paused")
        case .processing: state = localized("Turning speech into text")
        }
        return activity.title.isEmpty ? state : localized("{state}: {title}", ["state": state, "title": activity.title.excerpt(characters: 80)])
    }

    private static func body(of activity: Activity, since: WallTime) -> String {
        let time = since.clockText
        let standing = activity.timer.elapsed.timerText
        switch activity.state {
        case .notRecording: return ""
        case .recording:
            guard !activity.source.isEmpty else { return localized("Since {time}.", ["time": time]) }
            return localized("Since {time}, from {source}.", ["time": time, "source": activity.source.excerpt(characters: 80)])
        case .paused where activity.isInterrupted:
            return localized("The microphone was taken away at {time}. {length} are recorded, and nothing is lost.", ["time": time, "length": standing])
        case .paused: return localized("Since {time}. {length} are recorded.", ["time": time, "length": standing])
        case .processing: return localized("Since {time}. {length} were recorded.", ["time": time, "length": standing])
        }
    }

    private static func buttons(of state: RecordingState) -> [Button] {
        let commands: [(RecordingCommand, String)] =
            switch state {
            case .notRecording: []
            case .recording: [(.pause, localized("Pause")), (.finish, localized("Finish"))]
            case .paused: [(.resume, localized("Resume")), (.process, localized("Process")), (.discard, localized("Discard"))]
            case .processing: [(.discard, localized("Discard"))]
            }
        return commands.map { Button(key: "\(state.rawValue).\($0.0.rawValue)", label: $0.1, action: .command($0.0)) }
    }
}
