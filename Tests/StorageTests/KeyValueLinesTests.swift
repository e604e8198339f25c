// SPDX-License-Identifier: MIT

import Testing

@testable import Storage

@Suite("KeyValueLines")
struct KeyValueLinesTests {
    @Test(arguments: [
        "", " ", "plain", " both ends ", "\t", "a\nb", "a\r\nb", "\r", "\\", "\\n", "\\\\s", "# no comment", "key = value", "=", "\u{301}accent", " \u{301}",
        "\u{0}", "\u{FEFF}", "👩‍👩‍👧", "\u{2028}", "\"'`$(touch pwn)", "a\t b",
    ])
    func `any value comes back as it was stored`(value: String) {
        let pairs = KeyValueLines.pairs(of: KeyValueLines.format([("title", value), ("after", "x")]))
        #expect(pairs.map(\.key) == ["title", "after"])
        #expect(pairs.first.map { Array($0.value.utf8) } == Array(value.utf8))
    }

    @Test
    func `blank lines and comments say nothing, and lines keep their numbers`() {
        let entries = KeyValueLines.parse(Array("\n# a\n  # b\n k = v = w \r\nloose\n".utf8))
        #expect(entries == [.init(key: "k", value: "v = w", line: 4), .init(key: nil, value: "loose", line: 5)])
    }
}
