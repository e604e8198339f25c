// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport

/// dunst on a screen that nobody sees, on the bus of a desk.
///
/// A click on a notification opens the menu of its buttons, for which it runs a program: this one picks the line that the file `pick` names.
struct Dunst: NotificationDesktop {
    let screen: XScreen
    /// What it draws notifications on.
    private static let ground = Colour(0x285577)
    private let desk: Desk
    private var dunst: BusProgram

    init(on desk: Desk) async throws {
        self.desk = desk
        screen = try await XScreen(on: desk, size: "800x400")
        let menu = try desk.home.write("#!/bin/sh\nexec grep -m1 -f \"\(desk.home.file("dunst"))/pick\"\n", to: "dunst/menu", mode: 0o700)
        let config = """
            [global]
                dmenu = \(menu)
                history_length = 20
                mouse_left_click = context
                font = DejaVu Sans 11
            [urgency_low]
                background = "#285577"
            [urgency_normal]
                background = "#285577"

            """
        let arguments = ["-config", try desk.home.write(config, to: "dunst/dunstrc")]
        dunst = try await BusProgram(
            DesktopProgram("/usr/bin/dunst", package: "dunst"), arguments, owning: "org.freedesktop.Notifications", on: desk, environment: screen.environment)
    }

    mutating func restart() async throws { try await dunst.restart() }

    func end() async {
        await dunst.end()
        await screen.end()
    }

    func press(_ label: String) async throws {
        try desk.home.write("\(label)\n", to: "dunst/pick")
        try await screen.click(.left, at: try await screen.find(Self.ground))
    }

    /// Closes what is on the screen.
    func close() async throws { try await screen.click(.right, at: try await screen.find(Self.ground)) }

    func displays(_ count: Int) async throws {
        try await desk.eventually("\(count) notifications of dunst") {
            let properties = try await properties()
            return properties["displayedLength"]?.integer == Int64(count) && properties["waitingLength"]?.integer == 0
        }
    }

    /// How many notifications have been on the screen and are not any more.
    func history() async throws -> Int { try await properties()["historyLength"]?.integer.map { Int($0) } ?? -1 }

    private func properties() async throws -> [String: Value] {
        try await desk.withConnection { connection in
            try await RemoteObject("org.dunstproject.cmd0", on: "/org/freedesktop/Notifications", at: "org.freedesktop.Notifications", over: connection).properties()
        }
    }
}
