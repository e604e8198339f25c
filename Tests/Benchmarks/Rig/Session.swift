// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// A desktop session of its own: a bus, a home, and nothing of the user who runs the benchmarks.
@LoopActor
final class Session {
    /// What a program of this session sees.
    var environment: [String: String]
    /// The folder its home and its sockets are in.
    let folder: ScratchFolder
    /// The address of its bus.
    let address: String

    private let bus: Subprocess

    /// Starts a session; its bus runs on `core` alone if one is given.
    static func start(core: String? = nil) async throws -> Session {
        let folder = Scratch.make()
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type><listen>unix:path=\(folder.file("bus"))</listen>
              <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
            </busconfig>
            """
        try TextFile.write(configuration, to: folder.file("bus.conf"))
        let bus = try await Child.start(["dbus-daemon", "--config-file=\(folder.file("bus.conf"))", "--nofork", "--print-address=1"], environment: [:], core: core)
        return Session(folder, bus: bus, address: try await bus.nextLine())
    }

    private init(_ folder: ScratchFolder, bus: Subprocess, address: String) {
        self.folder = folder
        self.bus = bus
        self.address = address
        environment = ["HOME": folder.file("home"), "XDG_RUNTIME_DIR": folder.file("run"), "DBUS_SESSION_BUS_ADDRESS": address, "LANG": "C.UTF-8"]
        for name in ["home", "home/.config", "home/.config/tallylight", "run"] { mkdir(folder.file(name), 0o700) }
    }

    /// Writes the recorder's configuration.
    func configure(_ lines: String) throws { try TextFile.write(lines, to: folder.file("home/.config/tallylight/config")) }

    /// Ends the bus.
    func end() async throws { try await Child.stop(bus) }
}
