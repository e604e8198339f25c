// SPDX-License-Identifier: MIT

/// A text broken into lines of at most so many columns.
///
/// Lines break at spaces, which vanish there, and between two glyphs of which one is wide, as Chinese and Japanese are set, but never so that a line starts with closing
/// punctuation or ends with opening. A word longer than a line is cut. Runs of spaces count as one.
package struct WrappedText: Hashable, Sendable {
    /// A line of a wrapped text.
    package struct Line: Hashable, Sendable {
        /// What is shown.
        package let text: String
        /// How many glyphs of the text come before it: stays meaningful when the text is wrapped anew.
        package let start: Int
    }

    /// The lines, without empty ones at the end.
    package private(set) var lines: [Line] = []
    private var glyphCount = 0

    /// Breaks `text`; a width that has no room for any glyph counts as one that has.
    package init(_ text: String, width: Int) {
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            add(paragraph, width: max(width, 4))
        }
        while lines.last?.text.isEmpty == true { lines.removeLast() }
    }

    /// The line that shows the glyph with that many before it.
    func line(showing start: Int) -> Int {
        max((lines.firstIndex { $0.start > start } ?? lines.count) - 1, 0)
    }

    private mutating func add(_ paragraph: Substring, width limit: Int) {
        let glyphs = Self.glyphs(of: paragraph)
        var start = 0
        var width = 0
        var lastBreak: (end: Int, next: Int)?
        for (index, glyph) in glyphs.enumerated() {
            if glyph.isSpace {
                lastBreak = (index, index + 1)
            } else if index > start, Self.canBreak(between: glyphs[index - 1], glyph) {
                lastBreak = (index, index)
            }
            while !glyph.isSpace, width + glyph.width > limit, index > start {
                let cut = lastBreak ?? (index, index)
                finishLine(glyphs[start..<cut.end], start)
                start = cut.next
                lastBreak = nil
                width = glyphs[start..<index].reduce(0) { $0 + $1.width }
            }
            width += glyph.width
        }
        let end = glyphs.last?.isSpace == true ? glyphs.count - 1 : glyphs.count
        finishLine(glyphs[min(start, end)..<end], start)
        glyphCount += glyphs.count
    }

    private mutating func finishLine(_ glyphs: ArraySlice<Glyph>, _ start: Int) {
        lines.append(Line(text: glyphs.reduce(into: "") { $0 += $1.text }, start: glyphCount + start))
    }

    private static func glyphs(of paragraph: Substring) -> [Glyph] {
        var glyphs: [Glyph] = []
        for glyph in Glyphs(paragraph) where !glyph.isSpace || glyphs.last?.isSpace == false {
            glyphs.append(glyph)
        }
        return glyphs
    }

    private static func canBreak(between left: Glyph, _ right: Glyph) -> Bool {
        guard left.width > 1 || right.width > 1, !left.isSpace else { return false }
        return !closing.contains(right.text) && !opening.contains(left.text)
    }

    private static let closing: Set<String> = [
        "、", "。", "，", "．", "・", "：", "；", "！", "？", "）", "］", "｝", "」", "』", "】", "〉", "》", "〕", "ー", "々", "ぁ", "ぃ", "ぅ", "ぇ", "ぉ", "っ", "ゃ", "ゅ", "ょ", "ァ",
        "ィ", "ゥ", "ェ", "ォ", "ッ", "ャ", "ュ", "ョ", ",", ".", ":", ";", "!", "?", ")", "]", "}", "…", "”", "’",
    ]
    private static let opening: Set<String> = ["（", "［", "｛", "「", "『", "【", "〈", "《", "〔", "(", "[", "{", "“", "‘"]
}
