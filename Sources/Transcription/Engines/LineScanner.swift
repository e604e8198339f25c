// SPDX-License-Identifier: MIT

/// Reads a line of an engine's output from left to right.
struct LineScanner {
    private var bytes: ArraySlice<UInt8>

    /// Begins at the front of `line`.
    init(_ line: [UInt8]) { bytes = line[...] }

    /// What was not read yet.
    var rest: ArraySlice<UInt8> { bytes }

    /// Reads a time, a plain decimal number of seconds; nil when there is none, or one longer than any recording.
    mutating func seconds() -> Duration? {
        let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
        guard digits.count <= 32, let value = Double(String(decoding: digits, as: UTF8.self)), (0...1e7).contains(value) else { return nil }
        bytes = bytes.dropFirst(digits.count)
        return .seconds(value)
    }

    /// Reads `text`, if it comes next.
    mutating func skip(_ text: StaticString) -> Bool {
        let expected = text.withUTF8Buffer { Array($0) }
        guard bytes.starts(with: expected) else { return false }
        bytes = bytes.dropFirst(expected.count)
        return true
    }

    /// Reads up to the next blank, and the blank.
    mutating func word() -> ArraySlice<UInt8> {
        let word = bytes.prefix { $0 != UInt8(ascii: " ") }
        bytes = bytes.dropFirst(word.count + 1)
        return word
    }
}
