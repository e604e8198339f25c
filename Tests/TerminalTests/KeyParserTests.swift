// SPDX-License-Identifier: MIT

import Terminal
import Testing

@Suite("Key parser")
struct KeyParserTests {
    static let table: [(String, [Key])] = [
        (" ", [.character(" ")]), ("d", [.character("d")]), ("q", [.character("q")]), ("ä", [.character("ä")]), ("山", [.character("山")]), ("🎙", [.character("🎙")]),
        ("\r", [.enter]), ("\n", [.enter]), ("\u{3}", [.interrupt]), ("\u{1A}", [.suspend]), ("\u{C}", [.redraw]),
        ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}OA", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}OM", [.enter]), ("\u{1B}[1;5A", [.up]),
        ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[H", [.home]), ("\u{1B}[F", [.end]), ("\u{1B}OH", [.home]), ("\u{1B}OF", [.end]),
        ("\u{1B}[1~", [.home]), ("\u{1B}[4~", [.end]), ("\u{1B}[7~", [.home]), ("\u{1B}[8~", [.end]),
        // No keys of the panel: swallowed whole, letters and all.
        ("\u{1B}d", []), ("\u{1B}q", []), ("\u{1B}[3~", []), ("\u{1B}OP", []), ("\u{1B}[15~", []), ("\u{1B}[[D", []), ("\u{1B}[Mddd", []), ("\u{1B}[<0;10;20M", []),
        ("\u{1B}[?62;c", []), ("\u{1B}]11;rgb:dd/dd/dd\u{7}", []), ("\u{1B}]52;c;dddd\u{1B}\\", []), ("\u{1B}P1+r;d\u{1B}\\", []), ("\u{1B}[>0;276;0c", []), ("\u{1B}[I", []),
        ("\u{1B}[200~d q\r\u{3}\u{1B}[A\u{1B}\u{1B}[201~", []), ("\u{1B}[200~d\u{1B}[201~d", [.character("d")]), ("\u{1B}[\(String(repeating: "1;", count: 500))Ad", [.up, .character("d")]),
        ("\u{0}\u{1}\u{7F}", []), ("\u{1B}[1\u{18}d", [.character("d")]), ("a\u{1B}[Ab", [.character("a"), .up, .character("b")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
    ]

    @Test(arguments: table)
    func `keys are found in what terminals send`(bytes: String, keys: [Key]) {
        var parser = KeyParser()
        #expect(parser.parse(bytes.utf8) == keys)
        #expect(parser.patience == nil)
    }

    @Test(arguments: table)
    func `they are found however the bytes are cut into reads`(bytes: String, keys: [Key]) {
        let bytes = Array(bytes.utf8)
        for cut in 0...min(bytes.count, 40) {
            var parser = KeyParser()
            #expect(parser.parse(bytes[..<cut]) + parser.parse(bytes[cut...]) == keys)
        }
        var parser = KeyParser()
        #expect(bytes.flatMap { parser.parse([$0]) } == keys)
    }

    @Test
    func `a lone escape byte is the key once patience is over`() {
        var parser = KeyParser()
        #expect(parser.parse([0x1B]).isEmpty)
        #expect(parser.patience == .milliseconds(50))
        #expect(parser.giveUp() == [.escape])
        #expect(parser.patience == nil)
        #expect(parser.parse("[A".utf8) == [.character("["), .character("A")])
    }

    @Test(arguments: ["\u{1B}[", "\u{1B}[12", "\u{1B}O", "\u{1B}]0;title", "\u{1B}P", "\u{1B}[M", "\u{1B}[["])
    func `half a sequence is forgotten and doesn't swallow the keys after it`(half: String) {
        var parser = KeyParser()
        #expect(parser.parse(half.utf8).isEmpty)
        #expect(parser.giveUp().isEmpty)
        #expect(parser.parse("d".utf8) == [.character("d")])
    }

    @Test
    func `a paste without an end stops being one after a while`() {
        var parser = KeyParser()
        #expect(parser.parse("\u{1B}[200~dd\u{1B}".utf8).isEmpty)
        #expect(parser.giveUp().isEmpty)
        #expect(parser.patience == .seconds(5))
        #expect(parser.parse("d".utf8).isEmpty)
        #expect(parser.giveUp().isEmpty)
        #expect(parser.parse("d".utf8) == [.character("d")])
    }

    @Test
    func `bytes that are no UTF-8 are dropped`() {
        var parser = KeyParser()
        #expect(parser.parse([0x80, 0xFF, 0xC3, 0x28, 0xE2, 0x82, 0x64, 0xED, 0xA0, 0x80, 0xC0, 0xAF, 0xF4, 0xBF, 0xBF, 0xBF]) == [.character("("), .character("d")])
        #expect(parser.patience == nil)
    }

    @Test
    func `no bytes at all trap it`() {
        var random = SystemRandomNumberGenerator()
        var parser = KeyParser()
        for _ in 0..<20_000 {
            let byte = UInt8.random(in: 0...255, using: &random)
            _ = parser.parse(Bool.random(using: &random) ? [byte] : [0x1B, byte])
            if byte == 0 { _ = parser.giveUp() }
        }
    }
}
