// SPDX-License-Identifier: MIT

/// What a terminal makes of one Unicode scalar, and whether it may see it at all.
///
/// Widths are those of wcwidth(3), which terminals with and without grapheme support agree on once the scalars that join and colour emoji are taken out. Of those
/// that steer instead of showing (controls, bidi overrides, tags) none gets through: a name from outside must not be able to clear the screen, fill the clipboard or turn a
/// line around.
enum ScalarShape: Equatable {
    /// Takes one or two columns.
    case wide(Int)
    /// Sits on the glyph before it.
    case mark
    /// Shown as an ordinary space.
    case space
    /// Not shown.
    case hidden
    /// Shown as something else, one column wide.
    case replaced(Unicode.Scalar)

    init(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        switch value {
        case 0x20..<0x7F: self = .wide(1)
        // Box drawing and block elements, which the panel itself is made of.
        case 0x2500...0x259F: self = .wide(1)
        case 0x09...0x0D, 0x85: self = .space
        case 0x00..<0x20: self = .replaced(Unicode.Scalar(0x2400 + value) ?? Self.unknown)
        case 0x7F: self = .replaced("\u{2421}")
        case 0x200C, 0x200D, 0x1160...0x11FF, 0xD7B0...0xD7FF, 0xE0100...0xE01EF: self = .mark
        case 0x1F1E6...0x1F1FF: self = .wide(1)
        default: self = Self.shape(of: scalar)
        }
    }

    private static func shape(of scalar: Unicode.Scalar) -> ScalarShape {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .surrogate, .unassigned: return .replaced(unknown)
        case .lineSeparator, .paragraphSeparator: return .space
        // The spaces that hold words together stay themselves.
        case .spaceSeparator: return [0xA0, 0x2007, 0x202F].contains(scalar.value) ? .wide(1) : .space
        case _ where properties.isDefaultIgnorableCodePoint: return .hidden
        case .nonspacingMark, .enclosingMark: return .mark
        // Signs that stand around a number in Arabic and Syriac show; the other format scalars only steer.
        case .format: return (0x600...0x8FF).contains(scalar.value) ? .wide(1) : .hidden
        default: return .wide(isWide(scalar.value) || properties.isEmojiPresentation ? 2 : 1)
        }
    }

    private static let unknown: Unicode.Scalar = "\u{FFFD}"

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        return wideRanges.contains { $0.contains(value) }
    }

    /// East_Asian_Width W and F of UAX #11, without the emoji, which the standard library knows.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x3041...0xA4CF, 0xAC00...0xD7A3, 0x2E80...0x303E, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1100...0x115F, 0x2329...0x232A,
        0xA960...0xA97F, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
