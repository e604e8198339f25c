// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport

/// What is around GNOME Shell: a desk, the services of its session, and stand-ins for those of a system.
struct GnomeWorld: Sendable {
    let desk: Desk
    /// The session bus.
    let bus: PrivateBus
    private let system: PrivateBus
    private let standIns: [Subprocess]

    private static let logind: BusName = "org.freedesktop.login1"
    private static let displayManager: BusName = "org.gnome.DisplayManager"
    private static let session: ObjectPath = "/org/freedesktop/login1/session/c1"

    /// Sets it up around a desk, installs the extension, and takes it all down again.
    static func use(sound: any VirtualMicrophone, extra: [String: String], _ body: (GnomeWorld) async throws -> Void) async throws {
        let system = try PrivateBus()
        defer { system.remove() }
        let environment = [
            "DBUS_SYSTEM_BUS_ADDRESS": system.addressText, "GSETTINGS_BACKEND": "keyfile", "XDG_SESSION_ID": "c1", "XDG_CURRENT_DESKTOP": "GNOME", "XDG_SESSION_TYPE": "wayland",
            "NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "LIBGL_ALWAYS_SOFTWARE": "1",
        ]
        try await Desk.use(sound: sound, extra: environment.merging(extra) { $1 }) { desk in
            guard let bus = desk.bus else { throw DeskError("this desk has no bus") }
            let standIns = [
                try await Subprocess.start("/usr/bin/python3", ["-m", "dbusmock", "--system", "-t", "logind"], environment: desk.environment),
                try await Subprocess.start(
                    "/usr/bin/python3", ["-m", "dbusmock", "--system", displayManager.text, "/org/gnome/DisplayManager/Manager", "org.gnome.DisplayManager.Manager"],
                    environment: desk.environment),
            ]
            let world = GnomeWorld(desk: desk, bus: bus, system: system, standIns: standIns)
            try await running {
                try await world.setUp()
                try await body(world)
            } finally: {
                for standIn in standIns { await standIn.terminate() }
            }
        }
    }

    private func setUp() async throws {
        try await prepareSystem()
        try await prepareSession()
        for (schema, key, value) in [
            ("org.gnome.shell", "welcome-dialog-last-shown-version", "99"), ("org.gnome.desktop.interface", "enable-hot-corners", "false"),
            ("org.gnome.desktop.screensaver", "lock-enabled", "true"), ("org.gnome.desktop.session", "idle-delay", "0"),
        ] {
            let result = try await desk.run("gsettings", "set", schema, key, value)
            guard result.code == 0 else { throw DeskError("gsettings: \(result.errors)") }
        }
        try await desk.ask("install-extension")
        try await installEntry()
    }

    /// Puts the desktop file and the icons where the README says.
    private func installEntry() async throws {
        let root = Desk.programs.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" }
        let script = """
            set -e; share=$HOME/.local/share; icons=$share/icons/hicolor
            mkdir -p $share/applications $icons/scalable/apps $icons/symbolic/apps
            sed "s|@bindir@|\(Desk.programs)|" dbus/org.tallylight.Tallylight.desktop.in > $share/applications/org.tallylight.Tallylight.desktop
            cp icons/scalable/*.svg $icons/scalable/apps; cp icons/symbolic/*.svg $icons/symbolic/apps
            """
        let result = try await Subprocess.run("/bin/sh", ["-c", script], environment: desk.environment, directory: root)
        guard result.code == 0 else { throw DeskError(result.errors) }
    }

    /// A session that can be locked, and a display manager to unlock it.
    private func prepareSystem() async throws {
        try await onSystemBus { connection in
            try await waitUntil("the stand-ins for logind and GDM are there") {
                let owners = [try await connection.owner(of: Self.logind), try await connection.owner(of: Self.displayManager)]
                return !owners.contains(nil)
            }
            let logind = RemoteObject("org.freedesktop.DBus.Mock", on: "/org/freedesktop/login1", at: Self.logind, over: connection)
            _ = try await logind.call("AddSession", [.string("c1"), .string("seat0"), .uint32(0), .string("tester"), .boolean(true)])
            let manager = RemoteObject("org.freedesktop.DBus.Mock", on: "/org/gnome/DisplayManager/Manager", at: Self.displayManager, over: connection)
            let interface = Value.string("org.gnome.DisplayManager.Manager")
            _ = try await manager.call("AddProperty", [interface, .string("Version"), .variant(.string("43.0"))])
            _ = try await manager.call("AddMethod", [interface, .string("RegisterSession"), .string("a{sv}"), .string(""), .string("")])
        }
    }

    /// The shell's own services, in the environment of the desk, and no others: another notification server would come before the shell's.
    private func prepareSession() async throws {
        for name in ["org.gnome.Shell.Notifications", "org.gnome.ScreenSaver"] {
            symlink("/usr/share/dbus-1/services/\(name).service", "\(bus.servicesFolder)/\(name).service")
        }
        let environment = desk.environment
        try await desk.withConnection { connection in
            let driver = RemoteObject("org.freedesktop.DBus", on: "/org/freedesktop/DBus", at: "org.freedesktop.DBus", over: connection)
            _ = try await driver.call("ReloadConfig")
            let entries = environment.map { Value.Entry(.string($0.key), .string($0.value)) }
            _ = try await driver.call("UpdateActivationEnvironment", [.dictionary(keys: "s", values: "s", entries)])
        }
    }

    /// Locks the screen, or unlocks it, as `loginctl` does.
    func setLocked(_ isLocked: Bool) async throws {
        try await onSystemBus { connection in
            _ = try await RemoteObject("org.freedesktop.login1.Session", on: Self.session, at: Self.logind, over: connection).call(isLocked ? "Lock" : "Unlock")
        }
    }

    private func onSystemBus(_ body: @escaping @LoopActor (Connection) async throws -> Void) async throws {
        let address = try system.address
        try await onLoop {
            let connection = try await Connection.open(address)
            try await running {
                try await body(connection)
            } finally: {
                await connection.close()
            }
        }
    }

    /// Takes out of the shell what now and then hangs at its start.
    ///
    /// That is a function in JavaScript which runs in the forked child that is to become ibus-daemon, and waits there for a lock that another thread held at the fork. GLib lays
    /// files over those that are built into a program.
    private func overlays() async throws -> String {
        mkdir(desk.home.file("overlays"), 0o700)
        var overlays: [String] = []
        for name in ["util.js", "ibusManager.js"] {
            let resource = "/org/gnome/shell/misc/\(name)"
            let source = try await desk.run("gresource", "extract", "/usr/lib/gnome-shell/libgnome-shell.so", resource).output
            let function = /\(\) => \{\s*try \{\s*global\.context\.restore_rlimit_nofile\(\);\s*\} catch \(err\) \{\s*\}\s*\}/
            let file = desk.home.file("overlays/\(name)")
            TextFile.write(source.replacing(function, with: "null"), to: file)
            overlays.append("\(resource)=\(file)")
        }
        return overlays.joined(separator: ":")
    }

    /// Starts the shell's program.
    ///
    /// It asks whether the machine has logind by looking for a folder. Where there is none, it gets a view of the machine that has it.
    func startShell() async throws -> Subprocess {
        let shell = ["gnome-shell", "--headless", "--wayland", "--no-x11", "--unsafe-mode", "--virtual-monitor", "1280x720"]
        let view = ["unshare", "--mount", "--propagation", "private", "sh", "-c", "mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/seats /run/systemd/sessions && exec \"$@\"", "sh"]
        let environment = desk.environment.merging(["G_RESOURCE_OVERLAYS": try await overlays()]) { $1 }
        return try await Subprocess.start("/usr/bin/env", (access("/run/systemd/seats", F_OK) == 0 ? [] : view) + shell, environment: environment, output: .null)
    }

    /// Starts what hands the media keys of the keyboard on to players.
    func startMediaKeys() async throws -> Subprocess {
        let environment = desk.environment.merging(["WAYLAND_DISPLAY": "wayland-0", "GDK_BACKEND": "wayland"]) { $1 }
        return try await Subprocess.start("/usr/libexec/gsd-media-keys", environment: environment)
    }
}
