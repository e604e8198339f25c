// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

extension GnomeShellTests {
    /// GNOME Shell has no tray, and gets one from an extension of others.
    @Test
    func `C003: in the tray of the extension AppIndicator a take is seen, its menu and a double click act, and twenty trays in a take have it each`() async throws {
        try await GnomeScene.play { scene, shell, desk in
            try await scene.withTray { item in
                try await desk.ask("start")
                let session = try await desk.status("session")
                try await shell.until("\(item).icon === 'tallylight-recording'")
                try await shell.until("/^0:0[1-9]$/.test(\(item).label)")
                try await shell.picture("tray-recording")
                try await shell.click("\(item).actor")
                try await shell.until("\(item).row('Pause')")
                #expect(try await shell.text("\(item).rows.join()") == "Pause,Finish")
                try await shell.picture("tray-menu")
                try await shell.click("\(item).row('Pause')")
                try await scene.until("paused")
                try await shell.until("\(item).icon === 'tallylight-paused'")
                try await shell.picture("tray-paused")
                try await shell.doubleClick("\(item).actor")
                try await scene.until("recording")
                try await shell.until("\(item).icon === 'tallylight-recording'")
                for _ in 1...20 {
                    try await scene.setTray(isOn: false)
                    try await shell.until("!\(item).actor")
                    try await scene.setTray(isOn: true)
                    try await shell.until("\(item).icon === 'tallylight-recording'")
                    #expect(try await shell.text("\(item).count") == "1")
                }
                #expect(try await desk.status("session") == session)
                try await desk.ask("pause")
                try await desk.ask("discard")
                // The item is passive, which the extension hides.
                try await shell.until("\(item).icon === ''")
            }
        }
    }
}

extension GnomeScene {
    /// Turns the extension on that has a tray, and off again.
    ///
    /// - Parameter body: gets the expression for the item in the tray.
    @LoopActor
    fileprivate func withTray(_ body: @escaping @LoopActor (String) async throws -> Void) async throws {
        _ = try await shell.run(
            """
            probe.tray = {
                get count() { return Object.keys(Main.panel.statusArea).filter(role => role.startsWith('appindicator')).length; },
                get actor() { return Object.entries(Main.panel.statusArea).find(([role]) => role.startsWith('appindicator'))?.[1]; },
                get shown() { return this.actor ? probe.shown(this.actor) : []; },
                get icon() { return /(tallylight-[a-z]+)\\.svg/.exec(this.shown.find(a => a.gicon)?.gicon.to_string())?.[1] ?? ''; },
                get label() { return this.shown.find(a => a instanceof imports.gi.St.Label)?.text ?? ''; },
                get items() { return this.actor.menu._getMenuItems().filter(i => i.label?.text && i.sensitive && i.actor.mapped); },
                get rows() { return this.items.map(i => i.label.text); },
                row(label) { return this.items.find(i => i.label.text === label)?.actor; },
            }; 0
            """)
        try await setTray(isOn: true)
        try await running {
            try await body("probe.tray")
        } finally: {
            try? await setTray(isOn: false)
            if let indicator = try? await desk.process(owning: "org.tallylight.Indicator1") { kill(indicator, SIGTERM) }
        }
    }

    @LoopActor
    fileprivate func setTray(isOn: Bool) async throws {
        let result = try await desk.run("gnome-extensions", isOn ? "enable" : "disable", "ubuntu-appindicators@ubuntu.com")
        guard result.code == 0 else { throw DeskError("gnome-extensions: \(result.errors) (Debian's package gnome-shell-extension-appindicator)") }
    }
}

extension GnomeShell {
    /// Clicks twice, as a mouse does.
    fileprivate func doubleClick(_ actor: String) async throws {
        try await point(at: actor)
        for isDown in [1, 0, 1, 0] {
            _ = try await run("probe.pointer.notify_button(imports.gi.GLib.get_monotonic_time(), 1, \(isDown)); 0")
            try await LoopTimer.sleep(for: .milliseconds(50))
        }
    }
}
