// SPDX-License-Identifier: MIT

/// A list of strings as gsettings(1) prints and takes it: `['a', 'b']`, and `@as []` when it is empty.
struct GSettingsList: Hashable {
    /// The strings with their quotes, as they stand there.
    private var elements: [Substring] = []

    /// Reads `text`; nil when it is no such list.
    init?(_ text: String) {
        let text = text.split(whereSeparator: \.isNewline).joined()
        guard let start = text.firstIndex(of: "["), text.last == "]", ["", "@as "].contains(text[..<start]) else { return nil }
        var rest = text[start...].dropFirst().dropLast()
        while let quote = rest.first(where: { $0 != " " && $0 != "," }) {
            rest = rest.drop { $0 == " " || $0 == "," }
            guard quote == "'" || quote == "\"", let length = Self.length(of: rest, quotedBy: quote) else { return nil }
            elements.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
    }

    /// How the list is spelled.
    var text: String { elements.isEmpty ? "@as []" : "[\(elements.joined(separator: ", "))]" }

    /// Has `word`, which needs no escapes, in it once, or not at all.
    mutating func set(_ word: String, isIn: Bool) {
        let spellings = ["'\(word)'", "\"\(word)\""]
        guard isIn else { return elements.removeAll { spellings.contains(String($0)) } }
        if !elements.contains(where: { spellings.contains(String($0)) }) { elements.append(spellings[0][...]) }
    }

    /// The length of the quoted string that `text` begins with; nil when it has no end.
    private static func length(of text: Substring, quotedBy quote: Character) -> Int? {
        var isEscaped = false
        for (offset, character) in text.enumerated().dropFirst() {
            if isEscaped { isEscaped = false } else if character == "\\" { isEscaped = true } else if character == quote { return offset + 1 }
        }
        return nil
    }
}
