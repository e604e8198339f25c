// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// A desktop session of its own: a bus, a home, and nothing of the user who runs the benchmarks.
@LoopActor
final class Session {
    /// What a program of this session sees.
    var environment: [String: String]
    /// The folder its sockets are in.
    let folder: ScratchFolder
    /// The home of its user.
    let home: String
    /// The address of its bus.
    let address: String

    private let bus: Subprocess

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - core: where its bus runs; anywhere when nil.
    ///   - home: an empty folder; one beside the sockets when nil.
    static func start(core: String? = nil, home: String? = nil) async throws -> Session {
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
        return Session(folder, home ?? folder.file("home"), bus: bus, address: try await bus.nextLine())
    }

    private init(_ folder: ScratchFolder, _ home: String, bus: Subprocess, address: String) {
        self.folder = folder
        self.home = home
        self.bus = bus
        self.address = address
        environment = ["HOME": home, "XDG_RUNTIME_DIR": folder.file("run"), "DBUS_SESSION_BUS_ADDRESS": address, "LANG": "C.UTF-8"]
        for path in [folder.file("run"), home, "\(home)/.config", "\(home)/.config/tallylight"] { mkdir(path, 0o700) }
    }

    /// Writes the recorder's configuration.
    func configure(_ lines: String) throws { try TextFile.write(lines, to: "\(home)/.config/tallylight/config") }

    /// Ends the bus.
    func end() async throws { try await Child.stop(bus) }
}
