// SPDX-License-Identifier: MIT

internal import Commanding

/// The other verbs.
extension Verb {
    static let panel = Verb(
        name: "", flags: [.device, .language, .engine, .window],
        summary: "Open the panel: of the running recorder, or of one that is started here.",
        details: """
            Microphone, language and engine are for a recorder that is started here. Leaving the panel of a running recorder changes nothing for it; \
            a recorder that was started here asks what is to become of an open take.
            """,
        action: .openPanel)

    static let status = Verb(
        name: "status", flags: [.format, .json], synonyms: ["state", "show", "info"],
        summary: "Print what the recorder is doing.",
        details: """
            Starts nothing: exit code 4 when no recorder is running. The formats for bars have a line for that, and exit code 0.
            """,
        json: [.activity, .lastResult],
        action: .ask { options, context async throws(RecordingError) in try await StatusVerb(options: options, context: context).run() })

    static let watch = Verb(
        name: "watch", flags: [.format, .json, .tick], synonyms: ["follow", "monitor", "tail"],
        summary: "Print a line now and for each change.",
        details: """
            Each line is written at once. No line is printed just because time goes by, unless --tick asks for it: JSON carries what is needed to count. \
            A reader that is slow gets the newest line, not all of them. Ends with 0 when nobody reads any more, and with 4 when the recorder ends. \
            With --format it is for programs that keep the command running and show its last line: it prints a line each second while the time runs, \
            has one for no recorder too, and outlasts the recorder and the bus; for bars, the line is empty while no take is open.
            """,
        json: [.sameAs("status")],
        action: .watch)

    static let transcript = Verb(
        name: "transcript", operand: .optional("SESSION"), flags: [.textFormat, .textAsJSON], synonyms: ["text", "print", "cat"],
        summary: "Print the text of a take: of the last one, or of the one named.",
        json: [.transcript],
        action: .ask { options, context async throws(RecordingError) in try await TranscriptVerb(options: options, context: context).run() })

    static let title = Verb(
        name: "title", operand: .required("TEXT"), flags: [.session], synonyms: ["name", "rename", "tag"],
        summary: "Name the open take, or a kept one by its session.",
        details: "An empty TEXT takes the name away.",
        action: .ask { options, context async throws(RecordingError) in try await TitleVerb(options: options, context: context).run() })

    static let language = Verb(
        name: "language", operand: .required("TAG"), flags: [.session], synonyms: ["locale", "lang"],
        summary: "Say in which language the open take, or a kept one, is spoken.",
        details: "A kept take is processed as that the next time. TAG is as “en” or “de-CH”.",
        action: .ask { options, context async throws(RecordingError) in try await LanguageVerb(options: options, context: context).run() })

    static let recover = Verb(
        name: "recover", operand: .optional("SESSION"), flags: [.list, .all, .json], synonyms: ["undo", "restore", "undiscard", "takes", "list"],
        summary: "Bring a discarded take back: the last one, or the one named.",
        details: """
            Prints the session of each take that is back; it is kept now, to be processed or discarded by that session. \
            What a crash left is kept without being asked for: --list shows it too, with the reason why each take is kept and how long each discarded one can be brought back. \
            --json is for --list.
            """,
        json: [.takes],
        action: .ask { options, context async throws(RecordingError) in try await RecoverVerb(options: options, context: context).run() })

    static let quit = Verb(
        name: "quit", flags: [.force], synonyms: ["exit", "kill", "shutdown", "bye"],
        summary: "End the recorder, and wait until it has ended.",
        details: "Refused while a take is open, unless forced.",
        action: .ask { options, context async throws(RecordingError) in try await QuitVerb(options: options, context: context).run() })

    static let indicator = Verb(
        name: "indicator", synonyms: ["tray", "icon", "systray", "applet"],
        summary: "Show the recorder in the desktop's tray, until the session ends.",
        details: """
            A left click starts, pauses and resumes, a middle click finishes, and the menu has the rest. Needs no recorder, and starts one only when you record. \
            A recorder starts it by itself where there is a tray, unless the configuration says “indicator = no”. Exit code 3 when one is running already.
            """,
        action: .perform { _, console async throws(RecordingError) in try await IndicatorVerb(console: console).run() })

    static let serve = Verb(
        name: "serve", flags: [.device, .language, .engine], synonyms: ["daemon", "service", "server"],
        summary: "Become the recorder, without a panel.",
        details: "Exit code 3 when one is running already. Without a session bus nothing could reach it, so it fails.",
        action: .becomeRecorder)

    static let installExtension = Verb(
        name: "install-extension", flags: [.shellVersion, .remove], synonyms: ["extension", "gnome", "gnome-extension", "uninstall-extension", "remove-extension"],
        summary: "Install the extension for GNOME Shell, and switch it on.",
        details: """
            It shows the running recording in the bar and on the lock screen. It is made for the version of GNOME Shell that is running, else for the one that is installed. \
            Log out and in again after the first time, and after an update.
            """,
        action: .perform { options, console async throws(RecordingError) in try await InstallExtensionVerb(options: options, console: console).run() })

    static let engines = Verb(
        name: "engines", flags: [.json], synonyms: ["models", "backends"],
        summary: "List the speech engines, with how to get those that are missing.",
        details: "The first that can be used and knows the language is the one that is used. Exit code 1 when none can be.",
        json: [.engines],
        action: .hear { options, hearing, console in await EnginesVerb(options: options, hearing: hearing, console: console).run() })

    static let transcribe = Verb(
        name: "transcribe", operand: .required("FILE"), flags: [.engine, .language, .textFormat, .textAsJSON], synonyms: ["convert", "hear"],
        summary: "Turn the speech in a sound file into text, without a recorder.",
        details: """
            The text goes to standard output; nothing when nobody speaks. The file is left as it is. A kept take is turned into text with “tallylight process --session ID” instead.
            """,
        json: [.transcript],
        action: .hear { options, hearing, console async throws(RecordingError) in try await TranscribeVerb(options: options, hearing: hearing, console: console).run() })

    static let help = Verb(
        name: "help", operand: .optional("COMMAND"), synonyms: ["usage", "man", "?"],
        summary: "Print this list, or all about one command.",
        action: .answer { options throws(UsageError) in try HelpText.answer(options, for: .client) })

    static let version = Verb(
        name: "version",
        summary: "Print the version.",
        action: .answer { _ in Product.line(for: .client) })

    static let recorder = Verb(
        name: "", flags: [.device, .language, .engine, .terminal],
        summary: "Record speech and turn it into text, for all that is connected to the session bus.",
        details: "People start it with “tallylight”, programs through the bus or with “tallylight serve”.",
        action: .becomeRecorder)
}
