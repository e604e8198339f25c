// SPDX-License-Identifier: MIT

internal import Commanding
internal import Icons
internal import Localization

/// The item in the tray: what is seen without a click.
struct IndicatorFace: Hashable {
    /// How much a host should show of it; the words are the specification's.
    enum Status: String {
        /// Hosts hide it.
        case passive = "Passive"
        case active = "Active"
        case needsAttention = "NeedsAttention"
    }

    let status: Status
    /// The icon of the state; in need of attention, hosts show the one for that in its place.
    let icon: StateIcon
    /// The take that a click on it is meant for; none when none is open.
    let session: SessionID
    /// What it is called.
    let title: String
    /// What the icon means, for those who don't see it.
    let description: String
    /// What needs attention; empty when nothing does.
    let attention: String
    /// The heading of the tooltip.
    let headline: String
    /// What the tooltip says below.
    let details: String
    /// The time that stands beside the icon where a host shows one; nil when nothing is counted.
    let timer: ActivityTimer?

    /// The width that the time beside the icon may need.
    static let widestLabel = "0:00:00"

    /// The face of `subject`.
    init(_ subject: IndicatorSubject) {
        let state = subject.activity?.state ?? .notRecording
        let attention = subject.attention
        status = subject.isShownElsewhere ? .passive : attention != nil ? .needsAttention : state == .notRecording ? .passive : .active
        icon = StateIcon(state)
        session = subject.activity?.session ?? .none
        title = "Tallylight: \(subject.word)"
        description = subject.word
        self.attention = attention?.plain ?? ""
        headline = subject.headline.plain
        details = [attention, subject.activity?.title, state == .notRecording ? nil : subject.activity?.source]
            .compactMap { $0?.plain.excerpt(characters: 120) }.filter { !$0.isEmpty }.joined(separator: "\n")
        timer = subject.isShownElsewhere ? nil : state == .recording || state == .paused ? subject.activity?.timer : nil
    }

    /// The time beside the icon.
    func label(at now: MonotonicTime) -> String { timer?.elapsed(at: now).timerText ?? "" }
}

extension StateIcon {
    /// The icon of a state.
    fileprivate init(_ state: RecordingState) {
        switch state {
        case .notRecording: self = .ready
        case .recording: self = .recording
        case .paused: self = .paused
        case .processing: self = .processing
        }
    }
}

extension String {
    /// The text in one line that nobody can take for markup: hosts differ in what of a tooltip they take for it, so what would have to be escaped for one of them stands as something like it that every font has.
    fileprivate var plain: String {
        String(
            String.UnicodeScalarView(
                singleLine.unicodeScalars.map { scalar in
                    switch scalar {
                    case "&": "+"
                    case "<": "‹"
                    case ">": "›"
                    default: scalar
                    }
                }))
    }
}
