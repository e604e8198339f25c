// SPDX-License-Identifier: MIT

import Testing

@testable import Transcription

@Suite("OutputLines")
struct OutputLinesTests {
    private static let text = "\u{FEFF}café ☕ 中文\r\nsecond\n\nthird\u{0}\rlast 👩‍👩‍👧"
    private static let lines = ["café ☕ 中文", "second", "third", "last 👩‍👩‍👧"]

    @Test(arguments: [1, 2, 3, 5, 7, 1000])
    func `C113: a character split over two reads is joined, whatever the reads`(size: Int) {
        #expect(read(Array(Self.text.utf8), by: size) == Self.lines)
    }

    @Test
    func `C113: invalid bytes become U+FFFD and the rest is kept`() {
        let bytes = Array("caf".utf8) + [0xC3, 0x0A, 0xFF] + Array("next".utf8) + [0x0A, 0xC3]
        #expect(read(bytes, by: 1) == ["caf\u{FFFD}", "\u{FFFD}next", "\u{FFFD}"])
    }

    @Test
    func `a mark in the middle of the stream stays, for there it is text`() {
        #expect(read(Array("a\n\u{FEFF}b".utf8), by: 3) == ["a", "\u{FEFF}b"])
    }

    @Test
    func `a line that never ends is cut between characters`() {
        let text = String(repeating: "é", count: OutputLines.limit)
        let lines = read(Array("x".utf8) + Array(text.utf8), by: 4096)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.utf8.count <= OutputLines.limit })
        #expect(lines.joined() == "x" + text)
    }

    private func read(_ bytes: [UInt8], by size: Int) -> [String] {
        var reader = OutputLines()
        var lines: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            lines += reader.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return (lines + reader.finish()).map { String(decoding: $0, as: UTF8.self) }
    }
}
