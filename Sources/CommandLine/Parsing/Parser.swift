// SPDX-License-Identifier: MIT

/// Reads a command line word by word, as getopt_long(3) does: flags may stand anywhere, `--name=value` and `--name value` are the same, `--` ends the flags, and of
/// two that contradict each other the last counts.
struct Parser {
    /// What a command line says.
    struct Parsed {
        var verb: Verb
        var options: Options
        /// A question takes precedence over what else is said, right or wrong.
        var question: Flag.Question?
    }

    /// A flag as it was met: what it means is up to the verb, which may come later.
    private struct Given {
        let flag: Flag
        let value: String?
        let isOn: Bool
    }

    private let program: Program
    private var words: ArraySlice<String>
    private var options = Options()
    private var operands: [String] = []
    private var given: [Given] = []
    private var question: Flag.Question?
    private var error: UsageError?

    static func parse(_ arguments: [String], for program: Program) throws(UsageError) -> Parsed {
        var parser = Parser(program: program, words: arguments[...])
        parser.readWords()
        return try parser.conclude()
    }

    private init(program: Program, words: ArraySlice<String>) {
        self.program = program
        self.words = words
    }

    // MARK: Words

    private mutating func readWords() {
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                return
            }
            do throws(UsageError) {
                try read(word)
            } catch {
                // The first is what the person wants to hear of; reading goes on, for "--help" may still come.
                self.error = self.error ?? error
            }
        }
    }

    private mutating func read(_ word: String) throws(UsageError) {
        if word.hasPrefix("--") {
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            try readLong(String(parts[0]), value: parts.count > 1 ? String(parts[1]) : nil)
        } else if word.hasPrefix("-"), word.count > 1 {
            for letter in word.dropFirst() {
                guard let flag = program.flags.first(where: { $0.short == letter }) else { throw .unknownFlag("-\(letter)", suggestion: nil) }
                try take(flag, value: nil, isOn: true)
            }
        } else {
            operands.append(word)
        }
    }

    private mutating func readLong(_ name: String, value: String?) throws(UsageError) {
        let flags = program.flags
        if let flag = flags.first(where: { $0.name == name }) { return try take(flag, value: value, isOn: true) }
        if name.hasPrefix("no-"), let flag = flags.first(where: { $0.name == name.dropFirst(3) }), case .toggle = flag.kind {
            return try take(flag, value: value, isOn: false)
        }
        throw .unknownFlag("--\(name)", suggestion: Suggestion.nearest(to: name, among: flags.map(\.name)).map { "--\($0)" })
    }

    private mutating func take(_ flag: Flag, value: String?, isOn: Bool) throws(UsageError) {
        switch flag.kind {
        case .toggle:
            guard value == nil else { throw .surplusValue(flag) }
            given.append(Given(flag: flag, value: nil, isOn: isOn))
        case .question(let asked):
            guard value == nil else { throw .surplusValue(flag) }
            question = question ?? asked
        case .value(let needed):
            guard let text = value ?? words.popFirst() else { throw .missingValue(flag, needed) }
            given.append(Given(flag: flag, value: text, isOn: isOn))
        }
    }

    private mutating func apply(_ given: Given, to verb: Verb) throws(UsageError) {
        guard let flag = verb.flag(given.flag.name) else { throw .flagOfOtherVerb(given.flag, program.call(verb)) }
        switch flag.kind {
        case .toggle(let set): set(&options, given.isOn)
        case .value(let needed):
            let text = given.value ?? ""
            guard needed.apply(&options, text) else { throw .badValue(flag, needed, text) }
        case .question: break
        }
    }

    // MARK: The whole

    private mutating func conclude() throws(UsageError) -> Parsed {
        let verb = try takeVerb()
        if question == nil {
            if let error { throw error }
            for flag in given { try apply(flag, to: verb) }
            try takeOperand(verb)
        }
        return Parsed(verb: verb, options: options, question: question)
    }

    private mutating func takeVerb() throws(UsageError) -> Verb {
        guard let name = operands.first, !program.verbs.isEmpty else { return program.main }
        guard let verb = program.verb(name) else { throw .unknownVerb(name, suggestion: Suggestion.verb(for: name, of: program)) }
        operands.removeFirst()
        return verb
    }

    private mutating func takeOperand(_ verb: Verb) throws(UsageError) {
        let count = verb.operand == .none ? 0 : 1
        guard operands.count <= count else { throw .surplusOperand(operands[count], program.call(verb)) }
        if case .required(let name) = verb.operand, operands.isEmpty { throw .missingOperand(name, program.call(verb)) }
        options.operand = operands.first
    }
}
