// SPDX-License-Identifier: MIT

internal import Localization

/// What is wrong with a command line.
enum UsageError: Error {
    case unknownVerb(String, suggestion: String?)
    case unknownFlag(String, suggestion: String?)
    case flagOfOtherVerb(Flag, String)
    case missingValue(Flag, Flag.Value)
    case surplusValue(Flag)
    case badValue(Flag, Flag.Value, String)
    case missingOperand(String, String)
    case surplusOperand(String, String)

    /// A sentence for people: what, and what to do.
    var message: String {
        switch self {
        case .unknownVerb(let word, let suggestion?):
            localized("“{word}” is not a command; did you mean “{other}”?", ["word": word, "other": suggestion])
        case .unknownVerb(let word, nil):
            localized("“{word}” is not a command; see “tallylight help”.", ["word": word])
        case .unknownFlag(let word, let suggestion?):
            localized("“{word}” is not a flag; did you mean “{other}”?", ["word": word, "other": suggestion])
        case .unknownFlag(let word, nil):
            localized("“{word}” is not a flag; see “--help”.", ["word": word])
        case .flagOfOtherVerb(let flag, let verb):
            localized("“--{flag}” means nothing to “{verb}”; see “{verb} --help”.", ["flag": flag.name, "verb": verb])
        case .missingValue(let flag, let value):
            localized("“--{flag}” needs {need}.", ["flag": flag.name, "need": Self.need(value)])
        case .surplusValue(let flag):
            localized("“--{flag}” takes no value.", ["flag": flag.name])
        case .badValue(let flag, let value, let text):
            localized("“--{flag}” needs {need}, not “{text}”.", ["flag": flag.name, "need": Self.need(value), "text": text])
        case .missingOperand(let name, let verb):
            localized("“{verb}” needs {name}; see “{verb} --help”.", ["verb": verb, "name": name])
        case .surplusOperand(let word, let verb):
            localized("“{word}” is too much for “{verb}”; put what belongs together in quotes.", ["word": word, "verb": verb])
        }
    }

    private static func need(_ value: Flag.Value) -> String {
        guard !value.choices.isEmpty else { return localized(value.need) }
        let words = value.choices.map { "“\($0)”" }
        return [words.dropLast().joined(separator: ", "), words.last ?? ""].joined(separator: localized(" or "))
    }
}
