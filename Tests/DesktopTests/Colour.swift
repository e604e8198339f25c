// SPDX-License-Identifier: MIT

/// A colour on a screen.
struct Colour: Hashable, Sendable {
    private let red: Int
    private let green: Int
    private let blue: Int

    /// A colour by its number, as `0xe01b24`.
    init(_ number: Int) {
        red = number >> 16 & 0xff
        green = number >> 8 & 0xff
        blue = number & 0xff
    }

    /// Whether a pixel has about this colour: what text and edges are mixed with is another one.
    func isNear(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Bool {
        abs(Int(red) - self.red) <= 16 && abs(Int(green) - self.green) <= 16 && abs(Int(blue) - self.blue) <= 16
    }
}
