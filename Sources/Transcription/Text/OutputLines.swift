// SPDX-License-Identifier: MIT

internal import Glibc

/// Cuts a stream of bytes into lines as it arrives, however the reads fall.
///
/// Lines are bytes, not text, so that a character split over two reads is whole again before anyone decodes it. LF, CR and CRLF end a line; empty lines,
/// NUL bytes and a byte order mark at the beginning are dropped. What never ends is cut: a line has at most ``limit`` bytes.
package struct OutputLines {
    /// The longest line.
    package static let limit = 65536

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private var rest: [UInt8] = []
    private var isFirst = true

    /// A stream that begins.
    package init() {}

    /// Takes the next bytes and returns the lines they complete.
    package mutating func append(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        bytes.withUnsafeBytes { chunk in
            var start = 0
            while let end = Self.lineEnd(in: UnsafeRawBufferPointer(rebasing: chunk[start...])) {
                take(UnsafeRawBufferPointer(rebasing: chunk[start..<start + end]), &lines)
                endLine(&lines)
                start += end + 1
            }
            take(UnsafeRawBufferPointer(rebasing: chunk[start...]), &lines)
        }
        return lines
    }

    /// Returns the line that has no end.
    package mutating func finish() -> [[UInt8]] {
        var lines: [[UInt8]] = []
        endLine(&lines)
        return lines
    }

    /// Where the first LF or CR stands.
    private static func lineEnd(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        let feed = memchr(base, 0x0A, bytes.count).map { base.distance(to: $0) }
        let carriage = memchr(base, 0x0D, feed ?? bytes.count).map { base.distance(to: $0) }
        return carriage ?? feed
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer, _ lines: inout [[UInt8]]) {
        rest += bytes
        while rest.count > Self.limit { cut(&lines) }
    }

    private mutating func endLine(_ lines: inout [[UInt8]]) {
        guard !rest.isEmpty else { return }
        var line = rest
        rest.removeAll(keepingCapacity: true)
        if isFirst, line.starts(with: Self.mark) { line.removeFirst(Self.mark.count) }
        isFirst = false
        if line.contains(0) { line.removeAll { $0 == 0 } }
        if !line.isEmpty { lines.append(line) }
    }

    /// Ends a line that is too long, in front of the character that may go on.
    private mutating func cut(_ lines: inout [[UInt8]]) {
        let tail = UTF8Tail.unfinished(in: Array(rest.prefix(Self.limit)))
        let over = tail + rest.dropFirst(Self.limit)
        rest.removeLast(over.count)
        endLine(&lines)
        rest = over
    }
}
