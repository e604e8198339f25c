// SPDX-License-Identifier: MIT

/// A time in big figures, put together from block elements (U+2580 ff.), every figure as wide as every other.
enum Digits {
    /// How big.
    enum Scale: CaseIterable {
        /// Five rows, two columns to a dot.
        case large
        /// Three rows, one column to a dot.
        case medium

        var rows: Int { self == .large ? 5 : 3 }
    }

    /// Three dots by five, a bit each, the first row and the left dot first.
    private static let figures: [Character: [UInt8]] = [
        "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7], "4": [5, 5, 7, 1, 1],
        "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 1, 1], "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7],
    ]

    /// The rows of `text`, which is made of figures and colons.
    static func rows(_ text: String, _ scale: Scale) -> [String] {
        let dots = dotRows(text)
        switch scale {
        case .large: return dots.map { trimmed($0.map { $0 ? "██" : "  " }.joined()) }
        case .medium:
            let padded = dots + [dots[0].map { _ in false }]
            return stride(from: 0, to: 6, by: 2).map { row in
                trimmed(zip(padded[row], padded[row + 1]).map { halves($0, $1) }.joined())
            }
        }
    }

    /// The columns `text` takes.
    static func width(_ text: String, _ scale: Scale) -> Int {
        (dotRows(text).first?.count ?? 0) * (scale == .large ? 2 : 1)
    }

    private static func dotRows(_ text: String) -> [[Bool]] {
        (0..<5).map { row in
            Array(text.map { dots($0, row) }.joined(separator: [false]))
        }
    }

    private static func dots(_ character: Character, _ row: Int) -> [Bool] {
        guard let figure = figures[character] else { return [row == 1 || row == 3] }
        return [4, 2, 1].map { figure[row] & $0 != 0 }
    }

    private static func trimmed(_ row: String) -> String {
        String(row[..<(row.lastIndex { $0 != " " }.map(row.index(after:)) ?? row.startIndex)])
    }

    private static func halves(_ upper: Bool, _ lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
