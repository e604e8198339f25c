// SPDX-License-Identifier: MIT

import TestSupport

/// An X server without a display.
struct XScreen: Screen {
    let environment: [String: String]
    private let server: Subprocess

    /// Starts one with a number that no other has; it is ready when this returns.
    init(on desk: Desk, size: String) async throws {
        server = try await DesktopProgram("/usr/bin/Xvfb", package: "xvfb")
            .start(["-displayfd", "1", "-screen", "0", "\(size)x24", "-nolisten", "tcp", "-noreset"], environment: desk.environment)
        environment = desk.environment.merging(Self.quiet) { $1 }.merging(["DISPLAY": ":\(try await server.nextLine())", "GDK_BACKEND": "x11"]) { $1 }
    }

    /// Keeps GTK from services that a desk doesn't have.
    static let quiet = ["GTK_A11Y": "none", "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory"]

    func picture() async throws -> Picture {
        let shot = try await DesktopProgram("/usr/bin/import", package: "imagemagick").run(["-window", "root", "-depth", "8", "ppm:-"], environment: environment)
        return try Picture(ppm: shot.outputBytes)
    }

    func click(_ button: PointerButton, at point: Picture.Point) async throws {
        try await DesktopProgram("/usr/bin/xdotool", package: "xdotool")
            .run(["mousemove", "\(point.x)", "\(point.y)", "click", "\(button.rawValue)"], environment: environment)
    }

    func end() async { await server.terminate() }
}
