// SPDX-License-Identifier: MIT

internal import CLinux

/// The size of a terminal's window, in character cells.
public struct WindowSize: Hashable, Sendable {
    /// Cells in a row.
    public var columns: Int
    /// Rows.
    public var rows: Int

    /// A window of `columns` by `rows`.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The size of the terminal behind `descriptor`; nil when it is no terminal or doesn't know.
    public init?(of descriptor: Int32) {
        var size: [UInt16] = [0, 0, 0, 0]
        guard clinux_window_size(descriptor, &size) == 0, size[0] > 0, size[1] > 0 else { return nil }
        self.init(columns: Int(size[1]), rows: Int(size[0]))
    }
}
