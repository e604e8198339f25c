// SPDX-License-Identifier: MIT

/// How a piece of text looks: weight always, colour only where the style has any.
///
/// Only the sixteen colours of the terminal's own palette are used, so that the panel looks at home in light and dark themes alike. What a colour says is always said by a
/// shape and a word too.
package struct Ink: Hashable, Sendable {
    /// A colour of the palette; the raw value is its SGR parameter (ECMA-48 8.3.117).
    package enum Colour: Int, Sendable {
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }

    var colour: Colour?
    var isBold = false
    var isDim = false

    static let plain = Ink()
    static let strong = Ink(isBold: true)
    static let faint = Ink(isDim: true)

    static func bright(_ colour: Colour) -> Ink { Ink(colour: colour, isBold: true) }
    static func tinted(_ colour: Colour) -> Ink { Ink(colour: colour) }

    func sequence(_ style: PanelStyle) -> String {
        var parameters: [String] = []
        if isBold { parameters.append("1") }
        if isDim { parameters.append("2") }
        if let colour, style.hasColour { parameters.append("\(colour.rawValue)") }
        return parameters.isEmpty ? "" : "\u{1B}[\(parameters.joined(separator: ";"))m"
    }
}
