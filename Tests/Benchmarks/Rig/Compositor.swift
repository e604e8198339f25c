// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// A Wayland display without a screen, for the one peer that needs one.
@LoopActor
struct Compositor {
    /// The absolute path of its socket.
    let display: String

    /// Starts one, and waits until it takes clients.
    static func start() async throws -> Compositor {
        let folder = Scratch.make()
        try TextFile.write("output HEADLESS-1 mode 800x600\nxwayland disable\n", to: folder.file("config"), mode: 0o644)
        // sway refuses to run as root.
        let nobody: uid_t = 65534
        let drop = getuid() == 0 ? [try Tool.path("setpriv"), "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"] : []
        mkdir(folder.file("run"), 0o700)
        if getuid() == 0 {
            chmod(folder.path, 0o711)
            chown(folder.file("run"), nobody, nobody)
        }
        let environment = [
            "HOME": folder.file("run"), "XDG_RUNTIME_DIR": folder.file("run"), "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
        ]
        let child = try await Child.start(drop + [try Tool.path("sway"), "--config", folder.file("config")], environment: environment)
        do {
            try await until("sway has a display") { !sockets(in: folder).isEmpty }
        } catch {
            throw Failure("\(error) \(child.errorsSoFar)")
        }
        return Compositor(display: folder.file("run/\(sockets(in: folder)[0])"))
    }

    private static func sockets(in folder: ScratchFolder) -> [String] {
        ScratchFolder.names(in: folder.file("run")).filter { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
    }
}
