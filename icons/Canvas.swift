// SPDX-License-Identifier: MIT

/// Square paper to fill shapes on.
struct Canvas {
    struct Pixel: Hashable {
        /// From 0 to 1.
        var alpha = 0.0
        var color = Drawing.Color(red: 0, green: 0, blue: 0)
    }

    /// How many lines a row of pixels is scanned in: across, edges are exact.
    private static let lines = 16

    let side: Int
    /// Row after row from the top.
    private(set) var pixels: [Pixel]

    init(side: Int) {
        self.side = side
        pixels = Array(repeating: Pixel(), count: side * side)
    }

    /// Fills what `outline` has an odd number of times around it.
    mutating func fill(_ outline: Outline, with color: Drawing.Color) {
        for row in 0..<side {
            for (column, coverage) in coverage(of: outline, in: row).enumerated() where coverage > 0 {
                pixels[row * side + column].cover(with: color, coverage)
            }
        }
    }

    /// How much of each pixel of `row` is inside of `outline`.
    private func coverage(of outline: Outline, in row: Int) -> [Double] {
        var coverage = Array(repeating: 0.0, count: side)
        for line in 0..<Self.lines {
            let crossings = outline.crossings(at: Double(row) + (Double(line) + 0.5) / Double(Self.lines))
            for pair in stride(from: 1, to: crossings.count, by: 2) {
                let (from, to) = (max(crossings[pair - 1], 0), min(crossings[pair], Double(side)))
                guard from < to else { continue }
                for column in Int(from)...min(Int(to), side - 1) {
                    coverage[column] += max(min(to, Double(column + 1)) - max(from, Double(column)), 0) / Double(Self.lines)
                }
            }
        }
        return coverage
    }
}

extension Canvas.Pixel {
    /// Puts `color` over it.
    fileprivate mutating func cover(with color: Drawing.Color, _ coverage: Double) {
        let total = coverage + alpha * (1 - coverage)
        func mix(_ above: UInt8, _ below: UInt8) -> UInt8 {
            UInt8(((Double(above) * coverage + Double(below) * alpha * (1 - coverage)) / total).rounded())
        }
        self.color = Drawing.Color(red: mix(color.red, self.color.red), green: mix(color.green, self.color.green), blue: mix(color.blue, self.color.blue))
        alpha = min(total, 1)
    }
}

extension Outline {
    /// Where a horizontal line at `y` crosses it, from left to right.
    fileprivate func crossings(at y: Double) -> [Double] {
        polygons.flatMap { polygon in
            zip(polygon, polygon.dropFirst() + polygon.prefix(1)).compactMap { from, to in
                (from.y <= y) != (to.y <= y) ? from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x) : nil
            }
        }.sorted()
    }
}
