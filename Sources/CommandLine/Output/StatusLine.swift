// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

/// An activity as one line for people, such as `Recording  0:12  Virtual Microphone`.
struct StatusLine: Hashable, Sendable {
    private let parts: [String]

    /// The line for `snapshot`; for what a line says apart from the time, leave the time out.
    init(_ snapshot: Snapshot, showsTime: Bool = true) {
        let activity = snapshot.activity
        var parts = [Self.word(for: activity)]
        if activity.state != .notRecording {
            if showsTime { parts.append(Self.clock(snapshot.elapsed)) }
            if activity.state == .processing, let progress = activity.progress { parts.append(localized("{percent} %", ["percent": "\(Self.percent(progress))"])) }
            parts += [activity.title, activity.source].filter { !$0.isEmpty }
        }
        if let notice = activity.notice { parts.append("(\(Self.phrase(for: notice)))") }
        self.parts = parts
    }

    var text: String { parts.dropFirst().reduce(into: parts.first ?? "") { $0 += "  " + $1 } }

    /// Minutes and seconds, with hours from one hour on.
    static func clock(_ time: Duration) -> String {
        let seconds = max(0, time.components.seconds)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds % 60))" : "\(minutes):\(twoDigits(seconds % 60))"
    }

    private static func percent(_ progress: Double) -> Int { progress >= 1 ? 100 : progress > 0 ? Int(progress * 100) : 0 }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func word(for activity: Activity) -> String {
        switch activity.state {
        case .notRecording: localized("Not recording")
        case .recording: localized("Recording")
        case .paused where activity.isInterrupted: localized("Interrupted")
        case .paused: localized("Paused")
        case .processing: localized("Processing")
        }
    }

    private static func phrase(for notice: Notice) -> String {
        switch notice {
        case .silence: localized("the microphone is silent")
        case .clipping: localized("the sound is too loud")
        case .lowDisk: localized("the disk is nearly full")
        case .inputLost: localized("the microphone is gone")
        case .gap: localized("some sound is missing")
        case .engineMissing: localized("no speech engine can be used")
        case .installing: localized("a speech engine is being installed")
        case .installationFailed: localized("no speech engine could be installed")
        }
    }
}
