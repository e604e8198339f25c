// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// A sway without a display, with outputs of one size side by side.
struct SwayScreen: Screen {
    let environment: [String: String]
    /// Its configuration, and the socket its clients find it by.
    private let folder = ScratchFolder()
    private let sway: Subprocess
    private let pointer: VirtualPointer

    /// Starts one; it is ready when this returns.
    init(on desk: Desk, outputs: Int = 1, width: Int, height: Int) async throws {
        let places = (0..<outputs).map { "output HEADLESS-\($0 + 1) mode \(width)x\(height) position \($0 * width) 0" }
        // What it starts writes to where it writes itself.
        let lines = places + ["xwayland disable", "exec echo \"$WAYLAND_DISPLAY\"", ""]
        let config = try folder.write(lines.joined(separator: "\n"), to: "config", mode: 0o644)
        let variables = ["XDG_RUNTIME_DIR": folder.path, "WLR_BACKENDS": "headless", "WLR_HEADLESS_OUTPUTS": "\(outputs)", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"]
        sway = try await Self.start(config, in: folder, environment: desk.environment.merging(variables) { $1 })
        let socket = folder.file(try await sway.nextLine())
        environment = desk.environment.merging(XScreen.quiet) { $1 }.merging(["WAYLAND_DISPLAY": socket, "GDK_BACKEND": "wayland"]) { $1 }
        pointer = try await VirtualPointer(on: socket, width: outputs * width, height: height)
    }

    /// It refuses to run as root; who runs it as somebody else can use its socket all the same.
    private static func start(_ config: String, in folder: ScratchFolder, environment: [String: String]) async throws -> Subprocess {
        let sway = DesktopProgram("/usr/bin/sway", package: "sway")
        guard getuid() == 0 else { return try await sway.start(["--config", config], environment: environment) }
        let nobody: uid_t = 65534
        guard chown(folder.path, nobody, nobody) == 0 else { throw DeskError("\(folder.path) can't be given to the user \(nobody): errno \(errno)") }
        try sway.check()
        return try await DesktopProgram("/usr/bin/setpriv", package: "util-linux")
            .start(["--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups", sway.path, "--config", config], environment: environment)
    }

    func picture() async throws -> Picture {
        try Picture(ppm: try await DesktopProgram("/usr/bin/grim", package: "grim").run(["-t", "ppm", "-"], environment: environment).outputBytes)
    }

    func click(_ button: PointerButton, at point: Picture.Point) async throws { try await pointer.click(button, at: point) }

    func end() async {
        await pointer.close()
        await sway.terminate()
    }
}
