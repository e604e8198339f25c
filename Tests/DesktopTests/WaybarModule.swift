// SPDX-License-Identifier: MIT

import TestSupport

/// Waybar on the outputs of a sway, with the module that the README shows.
struct WaybarModule {
    private let process: Subprocess

    /// Starts it; whether it shows anything has to be seen.
    init(on screen: SwayScreen, of desk: Desk) async throws {
        let readme = try Readme()
        let config = "{ \"layer\": \"top\", \"position\": \"top\", \"height\": 32, \"modules-right\": [\"custom/tallylight\"],\n\(try readme.block("json", after: "- **Waybar**")) }"
        let style = "* { font-family: \"DejaVu Sans\"; font-size: 14px; } window#waybar { background: #202020; color: #b0ffb0; }\n" + (try readme.block("css", after: "- **Waybar**"))
        let arguments = ["--config", try desk.home.write(config, to: "waybar/config"), "--style", try desk.home.write(style, to: "waybar/style.css")]
        let environment = screen.environment.merging(["PATH": "\(Desk.programs):\(screen.environment["PATH"] ?? "/usr/bin:/bin")"]) { $1 }
        process = try await DesktopProgram("/usr/bin/waybar", package: "waybar").start(arguments, environment: environment)
    }

    /// Kills it.
    func end() async { await process.terminate() }
}
