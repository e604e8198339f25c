// SPDX-License-Identifier: MIT

/// A grapheme as a terminal shows it: text that cannot steer it, and the columns that takes.
package struct Glyph: Hashable, Sendable {
    /// What is sent to the terminal.
    package let text: String
    /// Columns, 1 to 4.
    package let width: Int

    /// Whether a line may be broken at it, and it may vanish there.
    var isSpace: Bool { text == " " }

    private static let widest = 4
    private static let mostMarks = 6

    /// The glyphs of a grapheme: one, but for graphemes no screen has room for, those that show nothing, and line ends, which become a space.
    static func glyphs(of character: Character) -> [Glyph] {
        var builder = Builder()
        for scalar in character.unicodeScalars {
            builder.add(scalar)
        }
        builder.finish()
        return builder.glyphs
    }

    private struct Builder {
        var glyphs: [Glyph] = []
        private var text = ""
        private var width = 0
        private var marks = 0
        private var isAfterEmoji = false

        mutating func add(_ scalar: Unicode.Scalar) {
            // Sequences of joined or tinted emoji are shown as their parts: terminals differ in the width they give the whole.
            if isAfterEmoji, scalar.value == 0x200D || scalar.properties.isEmojiModifier { return }
            switch ScalarShape(scalar) {
            case .hidden: break
            case .wide(let columns): addBase(scalar, columns)
            case .replaced(let other):
                finish()
                addBase(other, 1)
            case .space:
                finish()
                if glyphs.last?.isSpace != true { glyphs.append(Glyph(text: " ", width: 1)) }
            case .mark: addMark(scalar)
            }
        }

        private mutating func addBase(_ scalar: Unicode.Scalar, _ columns: Int) {
            if width + columns > Glyph.widest { finish() }
            text.unicodeScalars.append(scalar)
            width += columns
            marks = 0
            isAfterEmoji = scalar.value > 0xFF && scalar.properties.isEmoji
        }

        private mutating func addMark(_ scalar: Unicode.Scalar) {
            // A mark without a base would sit on whatever was drawn before it.
            if text.isEmpty { addBase("\u{25CC}", 1) }
            guard marks < Glyph.mostMarks else { return }
            marks += 1
            text.unicodeScalars.append(scalar)
        }

        mutating func finish() {
            if !text.isEmpty { glyphs.append(Glyph(text: text, width: width)) }
            text = ""
            width = 0
            marks = 0
            isAfterEmoji = false
        }
    }
}
