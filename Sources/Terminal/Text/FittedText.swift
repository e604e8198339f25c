// SPDX-License-Identifier: MIT

/// A text cut to a number of columns, on a grapheme boundary, with an ellipsis where something is missing.
package struct FittedText: Hashable, Sendable {
    /// What is shown.
    package private(set) var text = ""
    /// The columns it takes.
    package private(set) var width = 0

    /// As much of `text` as `limit` columns hold.
    package init(_ text: some StringProtocol, limit: Int) {
        guard limit > 0 else { return }
        // Most of what is shown is short and plain.
        if text.utf8.count <= limit, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
            self.text = String(text)
            width = text.utf8.count
            return
        }
        var glyphs: [Glyph] = []
        var columns = 0
        for glyph in Glyphs(text) {
            glyphs.append(glyph)
            columns += glyph.width
            if columns > limit { break }
        }
        if columns > limit {
            while columns > limit - 1, let last = glyphs.popLast() { columns -= last.width }
            glyphs.append(Glyph(text: "…", width: 1))
            columns += 1
        }
        self.text = glyphs.reduce(into: "") { $0 += $1.text }
        width = columns
    }
}
