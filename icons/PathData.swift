// SPDX-License-Identifier: MIT

/// Path data of SVG, read command by command.
struct PathData {
    struct Command {
        /// The letter in lower case.
        let letter: Character
        /// Whether its numbers count from where the pen is.
        let isRelative: Bool
    }

    private var rest: Substring

    init(_ text: Substring) { rest = text }

    /// Whether nothing is left.
    var isAtEnd: Bool { rest.allSatisfy(\.isWhitespace) }

    /// The next command; nil when there is none.
    mutating func command() -> Command? {
        skipSeparators()
        guard let letter = rest.first, letter.isLetter else { return nil }
        rest.removeFirst()
        return Command(letter: Character(letter.lowercased()), isRelative: letter.isLowercase)
    }

    /// The next number; nil when there is none.
    ///
    /// A sign or a second point begins another one.
    mutating func number() -> Double? {
        skipSeparators()
        var text = ""
        while let next = rest.first, next.isNumber || (next == "-" && text.isEmpty) || (next == "." && !text.contains(".")) {
            text.append(next)
            rest.removeFirst()
        }
        return Double(text)
    }

    private mutating func skipSeparators() {
        rest = rest.drop { $0.isWhitespace || $0 == "," }
    }
}
