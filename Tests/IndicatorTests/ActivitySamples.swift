// SPDX-License-Identifier: MIT

import Commanding

extension Activity {
    /// A recorder in `state`, with a take of this session unless it is idle.
    static func sample(_ state: RecordingState, session: String = "take-1", _ change: (inout Activity) -> Void = { _ in }) -> Activity {
        var activity = Activity()
        activity.state = state
        if state != .notRecording {
            activity.session = SessionID(rawValue: session)
            activity.started = WallTime(microseconds: 1_796_040_000_000_000)
        }
        activity.commands =
            switch state {
            case .notRecording: [.toggle, .start]
            case .recording: [.toggle, .pause, .finish]
            case .paused: [.toggle, .process, .discard, .resume, .finish]
            case .processing: [.discard]
            }
        change(&activity)
        return activity
    }
}
