// SPDX-License-Identifier: MIT

import TestSupport

/// A bar with a tray.
protocol TrayDesktop: Desktop {
    /// Where the bar is on the screen.
    static var bar: Picture.Area { get }
}

extension TrayDesktop {
    /// What rows of a menu are written in that can be clicked; the others are grey.
    private static var ink: Colour { Colour(0x0000c0) }
    /// Gives rows of a menu their colour.
    static var menuStyle: String { "menu { background: #ffffff; } menuitem label { color: #0000c0; } menuitem:disabled label { color: #909090; }\n" }

    /// Opens the menu at a place and clicks on a row of it.
    ///
    /// - Parameter rows: all the rows that can be clicked.
    func choose(_ label: String, of rows: [String], at point: Picture.Point) async throws {
        try await screen.click(.right, at: point)
        let menu = try await screen.until("a menu with \(rows)") { $0.lines(of: Self.ink).count == rows.count }
        try await menu.save(as: "\(Self.self)-menu")
        guard let index = rows.firstIndex(of: label) else { throw DeskError("\(rows) has no \(label)") }
        try await screen.click(.left, at: menu.lines(of: Self.ink)[index])
    }
}
