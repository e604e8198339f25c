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
    /// The text of the last take that has one.
    var text: Text?

    /// What the recorder does, if there is one.
    var activity: Activity? {
        if case .activity(let activity) = sight { activity } else { nil }
    }

    /// What a person should look at.
    var attention: String? {
        if let trouble { return trouble }
        guard let activity else { return nil }
        if activity.isInterrupted { return Notice.inputLost.phrase }
        if activity.notice == .lowDisk || activity.notice == .inputLost { return activity.notice?.phrase }
        // A take that failed is kept until it is processed after all, or discarded.
        guard activity.state == .notRecording, let result = activity.lastResult, result.outcome == .failed, activity.kept.contains(result.session) else { return nil }
        return result.error?.message ?? localized("The last take has no text yet.")
    }
}
