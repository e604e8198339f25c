// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Logging
internal import Recording

/// The history of takes in the log, for those who look for a fault: a line for each transition, notice and end.
@LoopActor
final class TakeLog: Reporting {
    private var last: Activity

    nonisolated init(showing activity: Activity) { last = activity }

    nonisolated func report(_ activity: Activity) {
        LoopActor.assumeIsolated {
            defer { last = activity }
            guard (activity.state, activity.session) != (last.state, last.session) else { return }
            let session = activity.session == .none ? last.session : activity.session
            log.info("\(session): \(last.state.rawValue) → \(activity.state.rawValue)\(activity.isInterrupted ? ", interrupted" : "")")
        }
    }

    nonisolated func report(_ result: TakeResult) {
        log.info("\(result.session): \(result.outcome.rawValue) after \(result.duration)\(result.error.map { ", \($0.name.rawValue)" } ?? "")")
    }

    nonisolated func report(_ notice: Notice, _ details: NoticeDetails, session: SessionID) {
        log.info("\(session): \(notice.rawValue)")
    }
}
