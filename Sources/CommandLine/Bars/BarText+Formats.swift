// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

/// The line each bar wants, where no text can pass for markup or commands of the bar.
extension BarText {
    /// An object for a module of [Waybar](https://man.archlinux.org/man/waybar-custom.5) whose text is Pango markup.
    ///
    /// A percentage has to be an integer and may be missing. An empty text hides the module.
    var waybar: String {
        var members: [JSON.Member] = [
            JSON.Member(name: "text", value: .string(text.pangoEscaped)),
            JSON.Member(name: "alt", value: .string(state.rawValue)),
            JSON.Member(name: "tooltip", value: .string(details.map(\.pangoEscaped).joined(separator: "\n"))),
            JSON.Member(name: "class", value: .array(words.map { .string($0) })),
        ]
        if let percentage { members.append(JSON.Member(name: "percentage", value: .integer(Int64(percentage)))) }
        return JSON.object(members).text
    }

    /// An object for a block of [i3blocks](https://vivien.github.io/i3blocks/), without a single escape in it: its version 1.4 ends a string at the first quote, escaped or not.
    ///
    /// An empty text hides the block. An empty line would not, which is why this is no plain text.
    var i3blocks: String {
        var members: [JSON.Member] = [
            JSON.Member(name: "full_text", value: .string(line.unquoted)),
            JSON.Member(name: "short_text", value: .string(text)),
            JSON.Member(name: "markup", value: .string("none")),
        ]
        if state == .recording { members.append(JSON.Member(name: "color", value: .string("#E5484D"))) }
        return JSON.object(members).text
    }

    /// A line of a script for [Polybar](https://github.com/polybar/polybar/wiki/Module:-script).
    ///
    /// It takes `%{` for the beginning of a tag, which may run a program when it is clicked, and has no way to write it otherwise. An empty line hides the module.
    var polybar: String { line.split(separator: "%{", omittingEmptySubsequences: false).joined(separator: "% {") }

    /// A line of a command for the status line of tmux(1), which takes `#` for the beginning of a format or a style.
    ///
    /// It halves them once more where no style could begin, so that of several in a row it shows fewer.
    var tmux: String { line.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "##") }
}

extension OutputFormat {
    /// The line that says what is seen.
    func line(_ sight: RecorderSight, at now: MonotonicTime) -> String {
        switch (self, sight) {
        case (.plain, .activity(let activity)): StatusLine(Snapshot(activity: activity, now: now)).text
        case (.json, .activity(let activity)): Snapshot(activity: activity, now: now).json.text
        case (.plain, .absent(let error)): error.message
        case (.json, .absent(let error)): JSON.object(error, RecordingError.absenceKeys).text
        case (.waybar, _): BarText(sight, at: now).waybar
        case (.i3blocks, _): BarText(sight, at: now).i3blocks
        case (.polybar, _): BarText(sight, at: now).polybar
        case (.tmux, _): BarText(sight, at: now).tmux
        }
    }
}

extension String {
    /// The text in [Pango markup](https://docs.gtk.org/Pango/pango_markup.html), fit for an attribute's value too.
    fileprivate var pangoEscaped: String {
        escapedForMarkup.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The text as one that JSON has nothing to escape in.
    fileprivate var unquoted: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch (scalar, scalar.properties.generalCategory) {
            case ("\"", _): text += "”"
            case ("\\", _): text += "∖"
            case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator): break
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
