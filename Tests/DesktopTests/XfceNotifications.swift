// SPDX-License-Identifier: MIT

import DBus
import TestSupport

/// xfce4-notifyd on a screen that nobody sees.
///
/// A style sheet gives each of the three buttons a colour of its own, and the label says which of them is meant: the pointer finds it on the screen.
struct XfceNotifications: NotificationDesktop {
    let screen: XScreen
    private let desk: Desk
    private let settings: XfceSettings
    private var server: BusProgram

    private static let colours = [0x20a020, 0xa0a020, 0x2090a0]
    /// Where each button is among those of its notification.
    private static let places = ["Pause": 0, "Finish": 1, "Resume": 0, "Process": 1, "Discard": 2]

    init(on desk: Desk) async throws {
        self.desk = desk
        screen = try await XScreen(on: desk, size: "800x400")
        let style = Self.colours.enumerated().map { "#XfceNotifyWindow button:nth-child(\($0 + 1)) { background: #\(String($1, radix: 16)); }\n" }
        try desk.home.write(style.joined(), to: ".config/gtk-3.0/gtk.css")
        settings = try await XfceSettings(on: screen, of: desk)
        server = try await BusProgram(
            DesktopProgram(service: "org.xfce.xfce4-notifyd.Notifications", package: "xfce4-notifyd"), owning: "org.freedesktop.Notifications", on: desk,
            environment: screen.environment)
    }

    mutating func restart() async throws { try await server.restart() }

    func end() async {
        await server.end()
        await settings.end()
        await screen.end()
    }

    func press(_ label: String) async throws {
        guard let place = Self.places[label] else { throw DeskError("no notification of a take has the button \(label)") }
        try await screen.click(.left, at: try await screen.find(Colour(Self.colours[place])))
    }

    func displays(_ count: Int) async throws {
        try await desk.eventually("\(count) windows of xfce4-notifyd") {
            let windows = try await Subprocess.run("/usr/bin/xdotool", ["search", "--onlyvisible", "--class", "xfce4-notifyd"], environment: screen.environment)
            return windows.lines.count == count
        }
    }
}
