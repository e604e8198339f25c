// SPDX-License-Identifier: MIT

/// The control sequences the panel sends: ECMA-48, and the private modes that xterm's ctlseqs document describes.
enum Control {
    static let eraseScreen = "\u{1B}[2J"
    static let eraseLine = "\u{1B}[2K"
    static let plain = "\u{1B}[m"
    static let beginUpdate = "\u{1B}[?2026h"
    static let endUpdate = "\u{1B}[?2026l"

    /// Alternate screen, no cursor, no wrapping at the margin, pastes marked as such.
    ///
    /// CAN (0x18) comes first: it ends a sequence that was cut off in the middle.
    static let enter = "\u{18}\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h" + eraseScreen
    /// The same undone.
    static let leave = "\u{18}" + endUpdate + plain + "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Goes to the first column of `row`, from 0.
    static func moveTo(row: Int) -> String { "\u{1B}[\(row + 1);1H" }
    /// Goes to `column`, from 0, of the same row.
    static func moveTo(column: Int) -> String { "\u{1B}[\(column + 1)G" }
}
