// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

/// An activity as one line for people, such as `Recording  0:12  Virtual Microphone`.
struct StatusLine: Hashable, Sendable {
    /// The state and what is counted.
    private let head: [String]
    /// What the take is called, what it comes from, and what is the matter.
    private let tail: [String]

    /// The line for `snapshot`; for what a line says apart from the time, leave the time out.
    init(_ snapshot: Snapshot, showsTime: Bool = true) {
        let activity = snapshot.activity
        var head = [activity.word]
        var tail: [String] = []
        if activity.state != .notRecording {
            if showsTime { head.append(snapshot.elapsed.timerText) }
            if let percent = Self.percent(of: activity) { head.append(localized("{percent} %", ["percent": "\(percent)"])) }
            tail = [activity.title, activity.source].filter { !$0.isEmpty }
        }
        if let notice = activity.notice { tail.append("(\(notice.phrase))") }
        self.head = head
        self.tail = tail
    }

    var text: String { Self.joined(head + tail) }

    /// The same as lines of a text: what is counted, and each of the rest on its own.
    var lines: [String] { [Self.joined(head)] + tail }

    private static func joined(_ parts: [String]) -> String { parts.dropFirst().reduce(into: parts.first ?? "") { $0 += "  " + $1 } }

    /// How much of a processing is done, 0 to 100; nil when nobody knows, or nothing is being processed.
    static func percent(of activity: Activity) -> Int? {
        guard activity.state == .processing, let progress = activity.progress else { return nil }
        return progress >= 1 ? 100 : progress > 0 ? Int(progress * 100) : 0
    }
}
