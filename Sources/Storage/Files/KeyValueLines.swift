// SPDX-License-Identifier: MIT

/// Text files of `key = value` lines: the configuration, and the small files the store keeps beside the sound.
///
/// A line whose first visible character is `#` is a comment; blanks around key and value, and the carriage return of other systems, don't count. In the
/// store's own files a value is escaped (``escape(_:)``), so that it may hold anything; in the configuration it is what it looks like.
///
/// All of it works on bytes: to Swift a line feed after a carriage return, or a combining mark after a blank, is one character with it.
package enum KeyValueLines {
    /// A line that says something.
    package struct Entry: Hashable {
        /// What stands before the first `=`; nil when the line has none.
        package var key: String?
        /// What stands after it, or the whole line.
        package var value: String
        /// The line's number, from 1.
        package var line: Int
    }

    /// The lines that say something, in order.
    package static func parse(_ bytes: [UInt8]) -> [Entry] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let line = trimmed(line)
            guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return Entry(key: nil, value: text(line), line: index + 1) }
            return Entry(key: text(trimmed(line[..<equals])), value: text(trimmed(line[line.index(after: equals)...])), line: index + 1)
        }
    }

    /// A file of the store: pairs in order, values escaped.
    package static func format(_ pairs: [(key: String, value: String)]) -> [UInt8] {
        Array(pairs.map { "\($0.key) = \(escape($0.value))\n" }.joined().utf8)
    }

    /// The pairs of a file of the store, values as they were before they were escaped.
    package static func pairs(of bytes: [UInt8]) -> [(key: String, value: String)] {
        parse(bytes).compactMap { entry in entry.key.map { ($0, unescape(entry.value)) } }
    }

    /// Makes any text fit on a line and keep its outer blanks: `\\`, `\n`, `\r`, and `\s` and `\t` for a blank and a tab at either end.
    package static func escape(_ value: String) -> String {
        let bytes = Array(value.utf8)
        var escaped: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isOuter = index == 0 || index == bytes.count - 1
            if let letter = escapes.first(where: { $0.byte == byte && (isOuter || !$0.onlyOuter) })?.letter {
                escaped += [UInt8(ascii: "\\"), letter]
            } else {
                escaped.append(byte)
            }
        }
        return text(escaped[...])
    }

    /// What ``escape(_:)`` was given.
    package static func unescape(_ value: String) -> String {
        var plain: [UInt8] = []
        var isEscaped = false
        for byte in value.utf8 {
            if isEscaped {
                plain.append(escapes.first { $0.letter == byte }?.byte ?? byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                plain.append(byte)
            }
        }
        return text(plain[...])
    }

    private static let escapes: [(byte: UInt8, letter: UInt8, onlyOuter: Bool)] = [
        (UInt8(ascii: "\\"), UInt8(ascii: "\\"), false), (UInt8(ascii: "\n"), UInt8(ascii: "n"), false), (UInt8(ascii: "\r"), UInt8(ascii: "r"), false),
        (UInt8(ascii: " "), UInt8(ascii: "s"), true), (UInt8(ascii: "\t"), UInt8(ascii: "t"), true),
    ]

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let blanks: [UInt8] = [0x20, 0x09, 0x0D]
        let start = bytes.drop { blanks.contains($0) }
        return start.dropLast(start.reversed().prefix { blanks.contains($0) }.count)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
