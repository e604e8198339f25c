// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

/// All that the indicator draws, as one value.
struct IndicatorSubject: Hashable {
    /// A text that can be read again.
    struct Text: Hashable {
        /// Its beginning.
        let excerpt: String
        /// Where the whole is.
        let path: String
    }

    /// The recorder, or why there is none.
    var sight: RecorderSight
    /// Why what was clicked last was not done.
    var trouble: String?
    /// Whether the desktop shows the recorder in a better place.
    var isShownElsewhere = false
    /// The text of the last take that has one.
    var text: Text?

    /// What the recorder does, if there is one.
    var activity: Activity? {
        if case .activity(let activity) = sight { activity } else { nil }
    }

    /// What is to be told when the recorder is gone, and took an open take with it: nobody else is left to say so.
    func loss(before next: RecorderSight) -> String? {
        guard case .absent(let error) = next, error.name == .notRunning else { return nil }
        guard let activity, activity.session != .none else { return trouble }
        return localized("The recorder has ended in the middle of a take. What was recorded is kept: start it again.")
    }

    /// What a person should look at.
    var attention: String? {
        if let trouble { return trouble }
        guard let activity else { return nil }
        if activity.isInterrupted { return (activity.notice ?? .inputLost).phrase }
        if let notice = activity.notice, [.lowDisk, .inputLost, .storageFailed].contains(notice) { return notice.phrase }
        // A take that failed is kept until it is processed after all, or discarded.
        guard activity.state == .notRecording, let result = activity.lastResult, result.outcome == .failed, activity.kept.contains(result.session) else { return nil }
        return result.error?.message ?? localized("The last take has no text yet.")
    }
}
