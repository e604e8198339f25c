// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus

/// A row of the menu.
struct MenuRow: Hashable {
    /// What it stands for, and what a click on it means: two rows with the same meaning are the same row, at another time.
    enum Meaning: Hashable {
        case headline
        case attention
        case title
        case source
        case language
        case quit
        /// The line below a group of rows, by the group's number.
        case separator(Int)
        /// A command for a take, as it is in this state: a late click on the “Discard” of a paused take is none on that of a take in processing.
        case command(RecordingCommand, RecordingState, SessionID)
        /// A text. What it says is part of what it is, so that it never changes in place: such a change is told to everybody on the bus, and what was said is nobody's business.
        case text(IndicatorSubject.Text)

        /// The take it is about, for what passes with a take.
        var session: SessionID? {
            if case .command(_, _, let session) = self { session } else { nil }
        }

        /// Whether it is forgotten when it is out of the menu, with all that is about its take.
        var passes: Bool {
            switch self {
            case .command(_, _, let session): session != .none
            case .text: true
            case .headline, .attention, .title, .source, .language, .quit, .separator: false
            }
        }
    }

    let meaning: Meaning
    /// What is written on it; empty for a line.
    var label = ""
    /// Whether it can be clicked.
    var isEnabled = true

    /// Its properties, but for those that have their default.
    var properties: [String: Value] {
        if case .separator = meaning { return ["type": .string("separator")] }
        // A single underscore would mark the letter to press.
        var properties: [String: Value] = ["label": .string(label.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__"))]
        if !isEnabled { properties["enabled"] = .boolean(false) }
        return properties
    }
}
