// SPDX-License-Identifier: MIT

extension String {
    /// The text in one line, without what a terminal or a renderer would take for a command.
    package var singleLine: String {
        let words = split { $0.isWhitespace || $0.isNewline }
        let line = words.joined(separator: " ")
        return String(String.UnicodeScalarView(line.unicodeScalars.filter { !$0.isCommand }))
    }

    /// The beginning of the text, with “…” in place of the rest.
    ///
    /// It is cut between characters as people see them, so that nothing is torn apart: no emoji, no family of them, no letter from its marks. A character can be made of any number of
    /// scalars, so the length in bytes has a limit as well.
    package func excerpt(characters limit: Int) -> String {
        var (end, bytes) = (startIndex, 0)
        for _ in 0..<limit where end < endIndex {
            let next = index(after: end)
            bytes += self[end..<next].utf8.count
            guard bytes <= limit * 16 else { break }
            end = next
        }
        return end == endIndex ? self : "\(self[..<end])…"
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character, or turns the direction of the text that follows.
    fileprivate var isCommand: Bool {
        switch value {
        case 0..<0x20, 0x7f..<0xa0, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
