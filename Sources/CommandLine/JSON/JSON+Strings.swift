// SPDX-License-Identifier: MIT

/// How strings are written.
extension JSON {
    /// Writes `string` in quotes.
    ///
    /// More is escaped than the standard asks for: everything a terminal takes for a command and everything that turns the direction of writing, so that JSON can be looked
    /// at, too; and the two line separators of Unicode, which end a line for some readers.
    static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar.value {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0x0A: text += "\\n"
            case 0x0D: text += "\\r"
            case 0x09: text += "\\t"
            case 0x20..<0x7F: text.unicodeScalars.append(scalar)
            case 0x00..<0xA0: escape(UInt16(scalar.value), to: &text)
            default:
                if isSilent(scalar) { Character(scalar).utf16.forEach { escape($0, to: &text) } } else { text.unicodeScalars.append(scalar) }
            }
        }
        text += "\""
    }

    private static func isSilent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func escape(_ unit: UInt16, to text: inout String) {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
