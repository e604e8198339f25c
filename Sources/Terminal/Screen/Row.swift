// SPDX-License-Identifier: MIT

/// A row of the screen: pieces of text at columns, with nothing in between.
///
/// It is the one door to the screen: whatever is put in is made inert and cut to the room there is, so no text from outside can steer the terminal or break the layout.
package struct Row: Hashable, Sendable {
    /// A piece of text in one ink.
    package struct Piece: Hashable, Sendable {
        /// Where it starts, from 0.
        package let column: Int
        /// What it shows, inert.
        package let text: String
        /// The columns it takes.
        package let width: Int
        let ink: Ink
    }

    /// The pieces from left to right.
    package private(set) var pieces: [Piece] = []
    /// The first column after the last piece.
    package private(set) var end: Int
    /// The first column that may not be used.
    let limit: Int

    /// An empty row that is written from `start` on and ends before `limit`.
    init(from start: Int, to limit: Int) {
        end = start
        self.limit = limit
    }

    /// The columns that are left.
    var room: Int { max(limit - end, 0) }

    /// Writes `text` where the row ends, cut to `width` columns and to the room there is.
    mutating func add(_ text: some StringProtocol, _ ink: Ink = .plain, width: Int = .max) {
        let fitted = FittedText(text, limit: min(room, width))
        guard fitted.width > 0 else { return }
        pieces.append(Piece(column: end, text: fitted.text, width: fitted.width, ink: ink))
        end += fitted.width
    }

    /// Leaves `columns` empty.
    mutating func skip(_ columns: Int) { end = min(end + columns, limit) }

    /// Goes on at `column`, if the row isn't there yet.
    mutating func skip(to column: Int) { end = min(max(end, column), limit) }

    /// Writes `text` so that it ends where the row may; leaves it out when there is no room for all of it.
    mutating func addAtEnd(_ text: String, _ ink: Ink = .plain) {
        let fitted = FittedText(text, limit: room)
        guard fitted.width < room, fitted == FittedText(text, limit: room + 1) else { return }
        skip(to: limit - fitted.width)
        add(text, ink)
    }
}
