// SPDX-License-Identifier: MIT

/// The glyphs of a text, made one at a time: of a name as long as a book only as many are looked at as a row has room for.
package struct Glyphs: Sequence, IteratorProtocol {
    private var rest: Substring.Iterator
    private var waiting: ArraySlice<Glyph> = []

    /// The glyphs of `text`, which may hold anything.
    package init(_ text: some StringProtocol) {
        rest = Substring(text).makeIterator()
    }

    /// The next glyph, or nil at the end.
    package mutating func next() -> Glyph? {
        while waiting.isEmpty {
            guard let character = rest.next() else { return nil }
            if let code = character.asciiValue, 0x20..<0x7F ~= code { return Glyph(text: String(character), width: 1) }
            waiting = Glyph.glyphs(of: character)[...]
        }
        return waiting.removeFirst()
    }
}
