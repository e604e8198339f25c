// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport

/// The tray that an extension of its own, "AppIndicator", adds to the bar of GNOME Shell.
@LoopActor
struct GnomeTray {
    /// Who collects its items.
    private nonisolated static let watcher: BusName = "org.kde.StatusNotifierWatcher"
    /// Who has the item in it.
    nonisolated static let indicator: BusName = "org.tallylight.Indicator1"
    /// What the extension is called, and where Debian has it.
    private nonisolated static let identifier = "ubuntu-appindicators@ubuntu.com"
    private nonisolated static let program = DesktopProgram(
        "/usr/share/gnome-shell/extensions/\(identifier)/metadata.json", package: "gnome-shell-extension-appindicator")

    let scene: GnomeScene
    private var shell: GnomeShell { scene.shell }
    private var desk: Desk { scene.desk }

    /// Runs `body` in a shell with the tray and without our own extension, which would have the item hide, and puts all of it back.
    static func play(_ body: @escaping @LoopActor (GnomeTray, GnomeShell, Desk) async throws -> Void) async throws {
        try program.check()
        try await GnomeScene.play { scene, shell, desk in
            let tray = GnomeTray(scene: scene)
            try await running {
                _ = try await shell.run(probe)
                try await scene.setExtension(isOn: false)
                try await tray.turn(isOn: true)
                try await desk.untilOwned(indicator)
                try await body(tray, shell, desk)
            } finally: {
                try? await tray.clear()
            }
        }
    }

    /// Takes the tray away, and brings our own extension back; the indicator stays for the next test.
    private func clear() async throws {
        try await turn(isOn: false)
        try await scene.setExtension(isOn: true)
    }

    /// Turns it on or off by the shell's own interface, and waits until its name has come or gone.
    func turn(isOn: Bool) async throws {
        try await desk.withConnection { connection in
            let extensions = RemoteObject("org.gnome.Shell.Extensions", on: "/org/gnome/Shell", at: "org.gnome.Shell", over: connection)
            let answer = try await extensions.call(isOn ? "EnableExtension" : "DisableExtension", [.string(Self.identifier)], returning: "b")
            guard answer[0].boolean == true else { throw DeskError("GNOME Shell does not know \(Self.identifier)") }
            try await waitUntil("the tray is \(isOn ? "there" : "gone")") { (try await connection.owner(of: Self.watcher) != nil) == isOn }
        }
    }

    /// A property of the item, as hosts read it.
    func item(_ property: MemberName) async throws -> String {
        try await desk.withConnection { connection in
            let item = RemoteObject("org.kde.StatusNotifierItem", on: "/StatusNotifierItem", at: Self.indicator, over: connection)
            return try await item.property(property).text ?? ""
        }
    }

    /// The items that the tray knows.
    func items() async throws -> [String] {
        try await desk.withConnection { connection in
            let watcher = RemoteObject("org.kde.StatusNotifierWatcher", on: "/StatusNotifierWatcher", at: Self.watcher, over: connection)
            return try await watcher.property("RegisteredStatusNotifierItems").strings ?? []
        }
    }

    /// Waits until its icon has the colour of a state, and none of the others; the picture is kept.
    func until(_ colour: Colour, picture name: String) async throws {
        try await shell.until("probe.tray?.mapped")
        try await waitUntil("the tray is as it should be in gnome-\(name).png", within: .seconds(20)) {
            guard let area = try await self.area() else { return false }
            let picture = try await self.shell.look(name)
            return [TrayTests.red, TrayTests.amber, TrayTests.blue].allSatisfy { ($0 == colour) == (picture.count($0, in: area) > 0) }
        }
    }

    /// Where its item is on the screen; nil before the shell has given it a place.
    private func area() async throws -> Picture.Area? {
        let numbers = try await shell.text("probe.trayArea.join()").split(separator: ",").compactMap { Int($0) }
        guard numbers.count == 4 else { return nil }
        return Picture.Area(x: numbers[0]..<numbers[0] + numbers[2], y: numbers[1]..<numbers[1] + numbers[3])
    }

    private static let probe = """
        { const {St} = imports.gi;
          Object.defineProperties(probe, {
              tray: {configurable: true, get: () => Object.entries(Main.panel.statusArea).find(([name, button]) => name.startsWith('appindicator-') && button)?.[1]},
              trayTime: {configurable: true, get: () => probe.tray ? probe.shown(probe.tray).find(a => a instanceof St.Label)?.text ?? '' : ''},
              trayRow: {configurable: true, value: label => probe.shown(probe.tray.menu.box).find(a => a instanceof St.Label && a.text === label)},
              trayArea: {configurable: true, get: () => [...probe.tray.get_transformed_position(), ...probe.tray.get_transformed_size()].map(Math.round)},
          }); 0 }
        """
}

extension GnomeShell {
    /// Takes a picture of the screen, and looks at it.
    fileprivate func look(_ name: String) async throws -> Picture {
        try await picture(name)
        let file = "\(Desk.package)/.build/desktop-pictures/gnome-\(name).png"
        let ppm = try await DesktopProgram("/usr/bin/convert", package: "imagemagick").run([file, "-alpha", "off", "-depth", "8", "ppm:-"], environment: [:])
        return try Picture(ppm: ppm.outputBytes)
    }
}
