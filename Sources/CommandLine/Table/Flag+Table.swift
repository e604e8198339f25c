// SPDX-License-Identifier: MIT

internal import Commanding
internal import ShellExtension

/// All flags there are. A verb takes those it lists.
extension Flag {
    static let session = Flag(
        name: "session", summary: "Act on this take only, or fail; an empty ID means: only if no take is open.",
        kind: .value(
            Value(name: "ID", need: "a session") { options, value in
                options.session = SessionID(rawValue: value)
                return true
            }))

    static let wait = Flag(
        name: "wait", summary: "Wait until the take is turned into text, and print the text.",
        kind: .toggle { $0.wait = $1 })

    static let json = Flag(
        name: "json", summary: "Print JSON.",
        kind: .toggle { $0.format = $1 ? .json : .plain })

    static let format = Flag(
        name: "format", summary: "How to print: a line for people, a JSON object, or what a bar of that name wants.",
        kind: .value(
            Value(name: "FORMAT", choices: OutputFormat.allCases.map(\.rawValue), need: "a format") { options, value in
                guard let format = OutputFormat(rawValue: value) else { return false }
                options.format = format
                options.follows = true
                return true
            }))

    static let textFormat = Flag(
        name: "format", summary: "How to print the text: as it is, as JSON, as subtitles (SubRip, WebVTT), or as Markdown.",
        kind: .value(
            Value(name: "FORMAT", choices: TranscriptFormat.allCases.map(\.rawValue), need: "a format") { options, value in
                guard let format = TranscriptFormat(rawValue: value) else { return false }
                options.textFormat = format
                return true
            }))

    /// The short spelling of one of them.
    static let textAsJSON = Flag(
        name: "json", summary: "Print JSON.",
        kind: .toggle { $0.textFormat = $1 ? .json : .txt })

    static let tick = Flag(
        name: "tick", summary: "Print a line each second while the time runs, too.",
        kind: .toggle { $0.tick = $1 })

    static let force = Flag(
        name: "force", summary: "End the recorder even while a take is open; its audio is kept.",
        kind: .toggle { $0.force = $1 })

    static let list = Flag(
        name: "list", summary: "List the takes that can be processed or brought back, and do nothing else.",
        kind: .toggle { $0.list = $1 })

    static let all = Flag(
        name: "all", summary: "Bring all discarded takes back.",
        kind: .toggle { $0.all = $1 })

    static let device = Flag(
        name: "device", summary: "Record from this microphone, by the name the sound server has for it.",
        kind: .value(
            Value(name: "NAME", need: "the name of a microphone") { options, value in
                options.recorder.device = value
                return !value.isEmpty
            }))

    static let language = Flag(
        name: "language", summary: "The language that is spoken, such as en or de-CH.",
        kind: .value(
            Value(name: "TAG", need: "a language tag, such as en or de-CH") { options, value in
                options.recorder.language = LanguageTag.normalized(value)
                return options.recorder.language != nil
            }))

    static let engine = Flag(
        name: "engine", summary: "Turn speech into text with this engine instead of the best there is.",
        kind: .value(
            Value(name: "NAME", need: "the name of a speech engine") { options, value in
                options.recorder.engine = value
                return !value.isEmpty
            }))

    static let window = Flag(
        name: "window", summary: "Open a terminal window for the panel.",
        kind: .toggle { $0.window = $1 })

    static let terminal = Flag(
        name: "terminal", summary: "Show the panel on this terminal.",
        kind: .toggle { $0.recorder.terminal = $1 })

    static let shellVersion = Flag(
        name: "shell-version", summary: "Make the extension for this version of GNOME Shell.",
        kind: .value(
            Value(name: "VERSION", need: "a version of GNOME Shell, such as 43") { options, value in
                options.shellVersion = ShellVersion(value)
                return options.shellVersion != nil
            }))

    static let remove = Flag(
        name: "remove", summary: "Switch the extension off and take it away.",
        kind: .toggle { $0.remove = $1 })

    static let help = Flag(name: "help", short: "h", summary: "Print help and do nothing else.", kind: .question(.help))

    static let version = Flag(name: "version", short: "V", summary: "Print the version and do nothing else.", kind: .question(.version))

    /// Flags that every verb takes.
    static let everywhere = [help, version]
}
