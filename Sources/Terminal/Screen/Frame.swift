// SPDX-License-Identifier: MIT

package import EventLoop

/// What the screen shows at one moment: rows by their number, from 0, those not named being empty.
package struct Frame: Hashable, Sendable {
    /// The window it was made for.
    package let size: WindowSize
    /// The rows with something on them.
    package private(set) var rows: [Int: Row] = [:]

    init(size: WindowSize) { self.size = size }

    /// Puts `row` at `number`, if the window has it.
    mutating func put(_ row: Row, at number: Int) {
        guard (0..<size.rows).contains(number), !row.pieces.isEmpty else { return }
        rows[number] = row
    }

    /// The frame as plain text, one string a row down to the last with something on it, without spaces at the ends: for people who read test results.
    package var lines: [String] {
        let last = rows.keys.max() ?? -1
        return (0..<last + 1).map { number in
            var text = ""
            var column = 0
            for piece in rows[number]?.pieces ?? [] {
                text += String(repeating: " ", count: piece.column - column) + piece.text
                column = piece.column + piece.width
            }
            return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
        }
    }
}
