// SPDX-License-Identifier: MIT

/// Cuts a stream of bytes into lines as it arrives, however the reads fall.
///
/// Lines are bytes, not text, so that a character split over two reads is whole again before anyone decodes it. LF, CR and CRLF end a line; empty lines,
/// NUL bytes and a byte order mark at the beginning are dropped. What never ends is cut: a line has at most ``limit`` bytes.
struct OutputLines {
    /// The longest line.
    static let limit = 65536

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private var rest: [UInt8] = []
    private var isFirst = true

    /// Takes the next bytes and returns the lines they complete.
    mutating func append(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            switch byte {
            case 0: continue
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): endLine(&lines)
            default:
                rest.append(byte)
                if rest.count >= Self.limit { cut(&lines) }
            }
        }
        return lines
    }

    /// Returns the line that has no end.
    mutating func finish() -> [[UInt8]] {
        var lines: [[UInt8]] = []
        endLine(&lines)
        return lines
    }

    private mutating func endLine(_ lines: inout [[UInt8]]) {
        let line = isFirst && rest.starts(with: Self.mark) ? Array(rest.dropFirst(Self.mark.count)) : rest
        if !rest.isEmpty { isFirst = false }
        rest.removeAll(keepingCapacity: true)
        if !line.isEmpty { lines.append(line) }
    }

    /// Ends a line that is too long, in front of the character that may go on.
    private mutating func cut(_ lines: inout [[UInt8]]) {
        let tail = UTF8Tail.unfinished(in: rest)
        rest.removeLast(tail.count)
        endLine(&lines)
        rest = tail
    }
}
