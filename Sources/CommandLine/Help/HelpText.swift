// SPDX-License-Identifier: MIT

internal import Localization

/// The help of both programs, made from their tables.
enum HelpText {
    /// What `help` answers: the overview, or the page of the verb that was named.
    static func answer(_ options: Options, for program: Program) throws(UsageError) -> String {
        guard let name = options.operand else { return page(program.main, of: program) }
        guard let verb = program.verb(name) else { throw .unknownVerb(name, suggestion: Suggestion.verb(for: name, of: program)) }
        return page(verb, of: program)
    }

    /// All about `verb`; the overview for what a program does without one.
    static func page(_ verb: Verb, of program: Program) -> String {
        let isOverview = verb.name.isEmpty && !program.verbs.isEmpty
        var blocks = [isOverview ? localized("Usage: {program} [COMMAND] [FLAGS]", ["program": program.name]) : synopsis(verb, of: program)]
        blocks.append(paragraph(localized(verb.summary)))
        if !localized(verb.details).isEmpty { blocks.append(paragraph(localized(verb.details))) }
        if isOverview {
            blocks.append(table(localized("Commands:"), program.verbs.map { ($0.name, localized($0.summary)) }))
            blocks.append(table(localized("Flags without a command:"), rows(verb.flags)))
            blocks.append(table(localized("Flags of every command:"), rows(Flag.everywhere)))
            blocks.append(table(localized("Exit codes:"), ExitCode.meanings))
            blocks.append(paragraph(localized("“{program} COMMAND --help” tells all about a command.", ["program": program.name])))
            blocks.append(paragraph(localized("A flag without a value is taken back by “--no-” before its name; of two that contradict each other the last counts.")))
        } else {
            blocks.append(table(localized("Flags:"), rows(verb.flags + Flag.everywhere)))
            blocks += verb.json.map { block($0, of: program) }
        }
        return blocks.joined(separator: "\n\n")
    }

    // MARK: Blocks

    private static let width = 80

    private static func synopsis(_ verb: Verb, of program: Program) -> String {
        let head = localized("Usage: {synopsis}", ["synopsis": program.call(verb)])
        let operand: [String] =
            switch verb.operand {
            case .none: []
            case .optional(let name): ["[\(name)]"]
            case .required(let name): [name]
            }
        let words = verb.flags.map { "[\($0.spelling)]" } + operand
        return words.isEmpty ? head : "\(head) \(hanging(words, indent: head.count + 1))"
    }

    private static func paragraph(_ text: String) -> String { hanging(text.split(separator: " ").map(String.init), indent: 0) }

    private static func table(_ heading: String, _ rows: [(String, String)]) -> String {
        // What is longer stands on a line of its own.
        let column = (rows.map(\.0.count).filter { $0 <= 28 }.max() ?? 0) + 4
        return rows.reduce(heading) { text, row in
            let left = "  \(row.0)"
            let gap = left.count + 2 > column ? "\n" + String(repeating: " ", count: column) : String(repeating: " ", count: column - left.count)
            return text + "\n" + left + gap + hanging(row.1.split(separator: " ").map(String.init), indent: column)
        }
    }

    private static func rows(_ flags: [Flag]) -> [(String, String)] {
        flags.map { ($0.short == nil ? "    \($0.spelling)" : $0.spelling, localized($0.summary)) }
    }

    private static func block(_ help: JSONHelp, of program: Program) -> String {
        switch help {
        case .sameAs(let verb): paragraph(localized("JSON: see “{program} help {verb}”.", ["program": program.name, "verb": verb]))
        case .object(let heading, let keys): table(localized(heading), keys().map { ($0.name, localized($0.meaning)) })
        }
    }

    /// Words set in lines, each line but the first indented.
    private static func hanging(_ words: [String], indent: Int) -> String {
        var text = ""
        var column = indent
        for word in words {
            if column > indent, column + 1 + word.count > width {
                text += "\n" + String(repeating: " ", count: indent)
                column = indent
            } else if column > indent {
                text += " "
                column += 1
            }
            text += word
            column += word.count
        }
        return text
    }
}
