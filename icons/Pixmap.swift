// SPDX-License-Identifier: MIT

/// A square picture of pixels.
public struct Pixmap: Hashable, Sendable {
    /// Its width, and its height.
    public let side: Int
    /// Its pixels, row after row from the top: each alpha, red, green and blue, a byte each.
    ///
    /// Colours are not multiplied with alpha.
    public let bytes: [UInt8]

    /// Draws `drawing`.
    init(_ drawing: Drawing, side: Int) {
        self.side = side
        var canvas = Canvas(side: side)
        for shape in drawing.shapes {
            canvas.fill(shape.outline.scaled(by: Double(side) / drawing.side), with: shape.color)
        }
        bytes = canvas.pixels.flatMap { pixel in
            [UInt8((pixel.alpha * 255).rounded()), pixel.color.red, pixel.color.green, pixel.color.blue]
        }
    }
}
