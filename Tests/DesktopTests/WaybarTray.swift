// SPDX-License-Identifier: MIT

import DBus
import TestSupport

/// Waybar with nothing but its tray, on a sway that nobody sees.
struct WaybarTray: TrayDesktop {
    let screen: SwayScreen
    static let bar = Picture.Area(x: 0..<600, y: 0..<32)
    private var waybar: BusProgram

    init(on desk: Desk) async throws {
        screen = try await SwayScreen(on: desk, width: 600, height: 300)
        let config = "{ \"layer\": \"top\", \"position\": \"top\", \"height\": 32, \"modules-right\": [\"tray\"], \"tray\": { \"icon-size\": 22 } }\n"
        let style = "* { font-family: \"DejaVu Sans\"; font-size: 14px; } window#waybar { background: #202020; }\n" + Self.menuStyle
        let arguments = ["--config", try desk.home.write(config, to: "waybar/config"), "--style", try desk.home.write(style, to: "waybar/style.css")]
        waybar = try await BusProgram(
            DesktopProgram("/usr/bin/waybar", package: "waybar"), arguments, owning: "org.kde.StatusNotifierWatcher", on: desk, environment: screen.environment)
    }

    mutating func restart() async throws { try await waybar.restart() }

    func end() async {
        await waybar.end()
        await screen.end()
    }
}
