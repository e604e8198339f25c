// SPDX-License-Identifier: MIT

import DBus
import Glibc
import TestSupport

/// A bar with a tray on a screen that nobody sees.
protocol TrayDesktop {
    /// Starts it on the bus of a desk and waits until the tray takes items.
    init(on desk: Desk) async throws

    associatedtype Display: Screen
    /// Where it is.
    var screen: Display { get }
    /// Where the bar is on it.
    static var bar: Picture.Area { get }

    /// Kills the bar and starts another one.
    mutating func restart() async throws

    /// Ends bar and screen.
    func end() async
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

    /// Works with one on a desk that hears and has a stand-in for an engine, and ends it.
    static func use(_ engine: StandInEngine = StandInEngine(), _ body: (Desk, inout Self, PrivatePulse) async throws -> Void) async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse, extra: engine.environment) { desk in
            var desktop = try await Self(on: desk)
            try await running {
                try await body(desk, &desktop, pulse)
            } finally: {
                await desktop.end()
                // It would look for its bus for a while.
                if let indicator = try? await desk.process(owning: "org.tallylight.Indicator1") { kill(indicator, SIGKILL) }
            }
        }
    }
}
