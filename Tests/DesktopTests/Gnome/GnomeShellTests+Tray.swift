// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport
import Testing

/// The indicator in the tray that GNOME Shell gets from an extension, in the same shell.
///
/// That host opens the menu at a click, and calls what others do at a click at a double one.
extension GnomeShellTests {
    @Test
    func `the item in the tray of GNOME hides while the extension shows the recorder`() async throws {
        try await GnomeTray.play { tray, shell, desk in
            try await desk.ask("start")
            for isOn in [false, true, false] {
                if isOn != (try await shell.run("!!probe.button") == "true") { try await tray.scene.setExtension(isOn: isOn) }
                try await waitUntil("the item is \(isOn ? "passive" : "active")") { try await tray.item("Status") == (isOn ? "Passive" : "Active") }
                try await shell.until(isOn ? "probe.tray && !probe.tray.visible" : "probe.tray?.mapped")
                #expect(try await tray.items().count == 1)
            }
        }
    }

    @Test
    func `the tray of GNOME has an icon for each state, with the time beside it, and a middle click finishes`() async throws {
        try await GnomeTray.play { tray, shell, desk in
            tray.scene.engine.hold()
            try await desk.ask("start")
            try await tray.until(TrayTests.red, picture: "tray-recording")
            for _ in 1...2 {
                let time = try await shell.text("probe.trayTime")
                try await shell.until("/^0:[0-9]{2}$/.test(probe.trayTime) && probe.trayTime !== '\(time)'")
            }
            try await desk.ask("pause")
            try await tray.until(TrayTests.amber, picture: "tray-paused")
            #expect(try await shell.text("probe.trayTime").wholeMatch(of: /0:[0-9]{2}/) != nil)
            try await desk.ask("resume")
            try await tray.until(TrayTests.red, picture: "tray-recording")
            try await shell.click("probe.tray", with: .middle)
            try await tray.until(TrayTests.blue, picture: "tray-processing")
            #expect(try await desk.status("state") == "processing")
            try await shell.until("probe.trayTime === ''")
            try await desk.ask("discard")
            try await shell.until("!probe.tray.visible")
        }
    }

    @Test
    func `a click in the tray of GNOME opens the menu, whose Pause pauses, and a double click toggles`() async throws {
        try await GnomeTray.play { tray, shell, desk in
            try await desk.ask("start")
            try await tray.until(TrayTests.red, picture: "tray-recording")
            try await shell.click("probe.tray")
            try await shell.until("probe.tray.menu.isOpen && probe.tray.menu.actor.opacity === 255 && probe.trayRow('Pause')")
            try await shell.picture("tray-menu")
            try await shell.click("probe.trayRow('Pause').get_parent()")
            try await waitUntil("the take is paused") { try await desk.status("state") == "paused" }
            try await shell.until("!probe.tray.menu.actor.visible")
            for state in ["recording", "paused"] {
                try await shell.click("probe.tray", times: 2)
                try await waitUntil("the take is \(state)") { try await desk.status("state") == state }
                // The first of the two clicks may have opened it.
                try await shell.until("!probe.tray.menu.isOpen && !probe.tray.menu.actor.visible")
            }
        }
    }

    @Test
    func `C003: the tray of GNOME goes and comes twenty times in a take, which is in each tray anew`() async throws {
        try await GnomeTray.play { tray, shell, desk in
            let log = try await desk.changes()
            try await desk.ask("start")
            let session = try await desk.status("session")
            try await tray.until(TrayTests.red, picture: "tray-again")
            let indicator = try await desk.owner(of: GnomeTray.indicator)
            for _ in 1...20 {
                try await tray.turn(isOn: false)
                #expect(try await shell.text("probe.tray === undefined") == "true")
                try await tray.turn(isOn: true)
                try await tray.until(TrayTests.red, picture: "tray-again")
                #expect(try await tray.items() == ["\(indicator?.text ?? "")@/StatusNotifierItem"])
            }
            #expect(try await desk.owner(of: GnomeTray.indicator) == indicator)
            try await desk.ask("pause")
            #expect(try await log.until("\"state\":\"paused\"").json("session") == session)
            let states = await log.lines.map { $0.json("state") }
            #expect(states.dropFirst().dropLast().allSatisfy { $0 == "recording" }, "it was recorded all the while: \(states)")
        }
    }
}
