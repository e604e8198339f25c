// SPDX-License-Identifier: MIT

/// One line of the log: a fact, whoever has a hand in its words.
///
/// Names of devices, titles and what other programs say come from strangers. What a terminal would obey, what begins a new line and what turns the direction of writing is written out
/// instead, as `\n` or `\u{1B}`, so that each fact stays one line and no line is anything but text.
package struct LogLine {
    /// The most bytes of a line, its end among them: so much goes into a pipe as a whole or not at all (PIPE_BUF, pipe(7)).
    package static let limit = 4096

    /// The line, with its end.
    package let bytes: [UInt8]

    /// The line of a fact.
    ///
    /// - Parameters:
    ///   - isJournal: whether the journal reads it, which wants the level before it (sd-daemon(3)), and knows the program by itself.
    package init(_ level: Log.Level, _ category: String, _ message: String, isJournal: Bool) {
        let text = (isJournal ? "<\(level.rawValue)>\(category): " : "tallylight: \(category): ") + Self.inert(message)
        guard text.utf8.count >= Self.limit else {
            bytes = Array("\(text)\n".utf8)
            return
        }
        // Cut between characters: the log is valid UTF-8.
        let end = "…\n"
        var head = text.utf8.prefix(Self.limit - end.utf8.count)
        while !head.isEmpty, String(head) == nil { head.removeLast() }
        bytes = Array(head) + Array(end.utf8)
    }

    private static func inert(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isActive) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isActive(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether a scalar does something where it is shown: the control characters of ASCII and of ISO 8859-1, the ends of lines, and the marks of bidirectional text.
    private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x61C: true
        default: false
        }
    }
}
