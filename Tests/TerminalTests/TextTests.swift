// SPDX-License-Identifier: MIT

import Terminal
import TestSupport
import Testing

@Suite("Text on a terminal")
struct TextTests {
    @Test
    func `widths are glibc's for every scalar that is shown as it is`() {
        // All of the blocks where widths change, samples of the rest.
        let blocks: [ClosedRange<UInt32>] = [0x20...0x33FF, 0xA480...0xABFF, 0xF900...0xFFFF, 0x1F000...0x1FAFF]
        let samples = stride(from: UInt32(0x20), through: 0x3_FFFD, by: 61)
        var wrong: [String] = []
        for value in blocks.joined().map({ $0 }) + samples {
            guard let scalar = Unicode.Scalar(value) else { continue }
            // glibc 2.36 knows Unicode 15; younger scalars it calls unprintable.
            let width = TerminalWidth.columns(of: scalar)
            guard width > 0, scalar.properties.generalCategory != .format else { continue }
            let shown = Array(Glyphs(String(Character(scalar))))
            guard shown.count == 1, shown[0].text == String(Character(scalar)) else { continue }
            if shown[0].width != width { wrong.append("U+\(String(value, radix: 16)) \(shown[0].width) for \(width)") }
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: [
        ("plain", "plain", 5), ("Größe", "Größe", 5), ("e\u{301}", "e\u{301}", 1), ("山田", "山田", 4), ("한국", "한국", 4), ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}", 2),
        ("🎙️", "🎙", 1), ("🎉", "🎉", 2), ("👩‍🚀", "👩🚀", 4), ("👋🏽", "👋", 2), ("🇨🇭", "🇨🇭", 2), ("ｱ", "ｱ", 1), ("Ａ", "Ａ", 2), ("می‌خواهم", "می‌خواهم", 7), ("a\u{A0}b", "a\u{A0}b", 3),
    ])
    func `glyphs are as wide as terminals make them`(text: String, shown: String, width: Int) {
        let glyphs = Array(Glyphs(text))
        #expect(glyphs.map(\.text).joined() == shown)
        #expect(glyphs.map(\.width).reduce(0, +) == width)
    }

    @Test(arguments: [
        ("mic\u{1B}]52;c;cHduCg==\u{7}", "mic␛]52;c;cHduCg==␇"), ("a\u{1B}[2Jb.wav", "a␛[2Jb.wav"), ("\u{9B}31mred", "\u{FFFD}31mred"), ("a\u{202E}b\u{2066}c\u{200F}d", "abcd"),
        ("over\rwritten", "over written"), ("two\r\nlines", "two lines"), ("a\tb\u{B}c\u{85}d\u{2028}e", "a b c d e"), ("\u{0}\u{7F}", "␀␡"), ("\u{FEFF}bom\u{200B}", "bom"),
        ("\u{E0041}tag", "tag"), ("\u{FFFE}\u{10FFFF}", "\u{FFFD}\u{FFFD}"), ("\u{301}alone", "\u{25CC}\u{301}alone"), ("soft\u{AD}hyphen", "softhyphen"),
    ])
    func `C139: what steers a terminal is shown or dropped, never sent`(text: String, shown: String) {
        #expect(Glyphs(text).map(\.text).joined() == shown)
    }

    @Test
    func `C139: ten thousand marks on one letter become few`() {
        let text = "a" + String(repeating: "\u{301}", count: 10_000) + "b"
        let glyphs = Array(Glyphs(text))
        #expect(glyphs.count == 2)
        #expect(glyphs[0].text.unicodeScalars.count <= 8)
    }

    @Test
    func `a grapheme no row has room for is shown in pieces`() {
        let text = String(repeating: "क\u{94D}", count: 500) + "क"
        #expect(text.count < 501)
        let glyphs = Array(Glyphs(text))
        #expect(glyphs.allSatisfy { $0.width <= 4 })
        #expect(glyphs.map(\.width).reduce(0, +) == 501)
    }

    @Test(arguments: [
        ("Microphone", 10, "Microphone", 10), ("Microphone", 9, "Micropho…", 9), ("Microphone", 1, "…", 1), ("Microphone", 0, "", 0), ("Microphone", -5, "", 0), ("", 5, "", 0),
        ("山田さん", 8, "山田さん", 8), ("山田さん", 7, "山田さ…", 7), ("山田さん", 6, "山田…", 5), ("山", 1, "…", 1), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…", 2),
    ])
    func `a text is cut between graphemes and says so`(text: String, limit: Int, shown: String, width: Int) {
        let fitted = FittedText(text, limit: limit)
        #expect(fitted.text == shown)
        #expect(fitted.width == width)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("one two three", 8, ["one two", "three"]), ("one two three", 6, ["one", "two", "three"]), ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("a  b\n\n c ", 10, ["a b", "", "c"]), ("", 10, []), ("\n\n", 10, []), ("彼は東京で働く。", 8, ["彼は東京", "で働く。"]), ("彼は東京。はい", 8, ["彼は東", "京。はい"]),
        ("「彼」は「東京」", 8, ["「彼」は", "「東京」"]), ("日本word語", 6, ["日本", "word語"]), ("word 山田 word", 9, ["word 山田", "word"]), ("one\r\ntwo\u{2028}three", 10, ["one", "two", "three"]),
        ("abcd efgh", 4, ["abcd", "efgh"]), ("山", 1, ["山"]),
    ])
    func `text is wrapped at words, and between wide glyphs where that is allowed`(text: String, width: Int, lines: [String]) {
        #expect(WrappedText(text, width: width).lines.map(\.text) == lines)
    }

    @Test
    func `wrapping loses no word at any width, and no line is too long`() {
        let text = "She had your dark suit in greasy wash water all year. 彼は毎日、東京の小さな会社で働いています。「暑いですね」 Donaudampfschifffahrtsgesellschaft 👩‍🚀🎉 e\u{301}a\u{308}"
        let letters = Glyphs(text).filter { $0.text != " " }.map(\.text).joined()
        for width in 4...120 {
            let lines = WrappedText(text, width: width).lines
            #expect(lines.map(\.text).joined().replacing(" ", with: "") == letters)
            #expect(lines.allSatisfy { line in Glyphs(line.text).reduce(0) { $0 + $1.width } <= width })
        }
    }
}
