// SPDX-License-Identifier: MIT

internal import EventLoop

/// Where the panel's things go in a window: one column of readable width, the keys at the bottom.
struct Geometry: Hashable, Sendable {
    /// The first column in use.
    let left: Int
    /// The columns in use.
    let width: Int
    /// The first row in use.
    let top: Int
    /// How many rows the keys take.
    let keyRows: Int
    /// The row after the last in use.
    let bottom: Int
    /// Whether there is room for empty rows.
    let isAiry: Bool

    private static let widest = 72
    private static let least = WindowSize(columns: 20, rows: 3)

    /// Nil for a window too small for anything.
    ///
    /// - Parameter keyRows: how many rows the keys need, at least.
    init?(_ size: WindowSize, keyRows: Int = 1) {
        guard size.columns >= Self.least.columns, size.rows >= Self.least.rows else { return nil }
        let margin = size.columns >= 60 ? 4 : size.columns >= 32 ? 2 : 0
        width = min(size.columns - 2 * margin, Self.widest)
        left = (size.columns - width) / 2
        isAiry = size.rows >= 10
        self.keyRows = max(min(keyRows, size.rows - 1), size.rows >= 7 ? 2 : 1)
        // In a high window the panel floats a little above the middle; it never moves because of what it shows.
        top = isAiry ? max((size.rows - 26) / 3, 1) : 0
        bottom = isAiry ? size.rows - 1 : size.rows
    }

    /// The row of the keys.
    var keyRow: Int { bottom - keyRows }
    /// The rows a text is shown in, between its heading and the keys.
    var textRows: Range<Int> {
        let first = top + (bottom - top >= 8 ? 3 : 1)
        return first..<max(keyRow - (isAiry ? 1 : 0), first + 1)
    }

    /// An empty row of that width.
    var row: Row { Row(from: left, to: left + width) }
}
