// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// The extension in a real GNOME Shell, with real clicks and keys, and the programs as a user gets them.
///
/// They leave pictures in `.build/desktop-pictures` for people to look at. The engine is held until the first test that wants a text: those that want a take in processing stand before it.
@Suite("The extension in GNOME Shell", .gnomeShell, .serialized, .timeLimit(.minutes(4)))
struct GnomeShellTests {
    @Test
    func `the bar counts by itself: between transitions nothing goes over the bus, and a screen reader hears nothing new`() async throws {
        try await GnomeScene.play { scene, shell, _ in
            try await scene.record()
            try await shell.until("probe.time === '0:01'")
            _ = try await shell.run(
                """
                probe.counts = {ticks: 0, names: 0};
                probe.shown(probe.button).find(a => a instanceof imports.gi.St.Label).connect('notify::text', () => probe.counts.ticks++);
                probe.button.connect('notify::accessible-name', () => probe.counts.names++); 0
                """)
            let start = try shell.processorTime
            let monitor = try await PrivateBusMonitor(shell.world.bus)
            try await LoopTimer.sleep(for: .milliseconds(3200))
            let messages = monitor.messages
            monitor.stop()
            #expect(messages == [])
            let ticks = try await shell.text("probe.counts.ticks")
            #expect(["3", "4"].contains(ticks), "\(ticks) ticks")
            #expect(try await shell.text("probe.counts.names") == "0")
            #expect(try await shell.text("probe.button.accessible_name") == "Recording, less than a minute")
            try await shell.picture("bar-recording")
            print("in 3.2 s: \(ticks) ticks, \(messages.count) bus messages, and \(try shell.processorTime - start) of the shell's processor time")
        }
    }

    @Test
    func `clicks in its menu record, pause, resume, discard, turn into text and cancel`() async throws {
        try await GnomeScene.play { scene, shell, desk in
            try await scene.until("notRecording", icon: "ready")
            try await shell.clickIndicator(opening: true)
            #expect(try await shell.text("probe.menuTexts.join()") == "Not recording")
            #expect(try await shell.text("probe.menuButtons.map(b => b.label).join()") == "Record")
            try await shell.picture("menu-idle")
            try await shell.press("Record")
            try await scene.until("recording")
            try await shell.until("probe.menuTexts.includes('0:01')")
            #expect(try await shell.text("probe.menuButtons.map(b => b.label).join()") == "Pause,Finish")
            try await shell.picture("menu-recording")
            try await shell.press("Pause")
            try await scene.until("paused")
            #expect(try await shell.text("probe.menuButtons.map(b => b.label).join()") == "Resume,Process,Discard")
            try await shell.picture("menu-paused")
            try await shell.press("Resume")
            try await scene.until("recording")
            try await shell.press("Pause")
            try await scene.until("paused")
            try await shell.press("Discard")
            try await scene.until("notRecording", icon: "ready")
            #expect(desk.takes == [])
            try await shell.press("Record")
            try await scene.until("recording")
            try await shell.press("Finish")
            try await scene.until("processing")
            try await shell.picture("menu-processing")
            try await shell.press("Discard")
            try await scene.until("notRecording", icon: "ready")
        }
    }

    @Test
    func `its buttons are reached by keys`() async throws {
        try await GnomeScene.play { scene, shell, _ in
            let (tab, enter, escape) = (15, 28, 1)
            try await scene.record()
            try await shell.clickIndicator(opening: true)
            for (key, state) in [(tab, "paused"), (enter, "recording")] {
                if key == tab {
                    try await shell.press(key: tab)
                    try await shell.until("global.stage.key_focus?.label === 'Pause'")
                }
                try await shell.press(key: enter)
                try await scene.until(state)
            }
            try await shell.press(key: escape)
            try await shell.until("!probe.button.menu.isOpen")
            try await scene.until("recording")
        }
    }

    @Test
    func `it counts only while the time runs and somebody can see it`() async throws {
        try await GnomeScene.play { scene, shell, desk in
            try await scene.record()
            try await scene.watchTimers()
            #expect(try await shell.text("probe.timers.size") == "1")
            // As behind a window that fills the screen.
            _ = try await shell.run("Main.layoutManager.panelBox.hide(); 0")
            try await shell.until("probe.timers.size === 0")
            _ = try await shell.run("Main.layoutManager.panelBox.show(); 0")
            try await shell.until("probe.timers.size === 1")
            try await desk.ask("pause")
            try await shell.until("probe.timers.size === 0")
            try await desk.ask("resume")
            try await shell.until("probe.timers.size === 1")
        }
    }

    @Test
    func `the text of the last take is in the menu while that is open, and a click copies it`() async throws {
        try await GnomeScene.play { scene, shell, desk in
            scene.engine.release()
            try await scene.record()
            try await shell.until("probe.time === '0:02'")
            #expect(try await desk.ask("finish", "--wait") == "\(StandInEngine.words)\n")
            try await scene.until("notRecording", icon: "ready")
            try await shell.clickIndicator(opening: true)
            try await shell.until("probe.menuTexts.includes('\(StandInEngine.words)')")
            try await shell.picture("menu-text")
            try await shell.press("Copy")
            _ = try await shell.run("{ const {St} = imports.gi; St.Clipboard.get_default().get_text(St.ClipboardType.CLIPBOARD, (_, text) => { probe.copied = text; }); 0 }")
            try await shell.until("probe.copied === '\(StandInEngine.words)'")
            try await shell.clickIndicator(opening: false)
            let held = "function texts(a) { return [a.text ?? '', ...a.get_children().flatMap(texts)]; } texts(probe.button.menu.box)"
            #expect(try await shell.text("\(held).some(t => t.includes('\(StandInEngine.words)'))") == "false")
            #expect(!shell.process.errorsSoFar.contains(StandInEngine.words))
        }
    }

    @Test
    func `a banner comes with buttons, and a click on Pause pauses`() async throws {
        try await GnomeScene.play { scene, shell, desk in
            try await desk.ask("start")
            try await shell.until("Main.messageTray._notificationState === 2")
            let button = "probe.shown(Main.messageTray._banner).find(a => a.label === 'Pause')"
            // It unfolds below the pointer.
            try await shell.point(at: "Main.messageTray._banner")
            try await shell.until(button)
            #expect(try await shell.text("probe.shown(Main.messageTray._banner).filter(a => a.label).map(a => a.label).join()").contains("Pause,Finish"))
            try await shell.until("Main.messageTray._banner._actionBin.scale_y === 1 && Main.messageTray._bannerBin.y === 0")
            try await shell.picture("banner")
            try await shell.click(button)
            try await scene.until("paused")
        }
    }

    @Test
    func `a media key pauses and resumes`() async throws {
        try await GnomeScene.play { scene, shell, _ in
            try await scene.record()
            try await scene.pressPlayKey(until: "paused")
            try await scene.pressPlayKey(until: "recording")
        }
    }

    @Test
    func `C143: the lock screen shows state and time, pauses and resumes, and tells and destroys nothing`() async throws {
        try await GnomeScene.play { scene, shell, desk in
            scene.engine.release()
            try await scene.record()
            try await shell.until("probe.time === '0:02'")
            #expect(try await desk.ask("finish", "--wait") == "\(StandInEngine.words)\n")
            try await scene.lock()
            try await shell.until("!probe.button.visible")
            try await shell.picture("lock-idle")
            #expect(try await !scene.shows("secret|\(StandInEngine.words)"))
            try await scene.record()
            try await desk.ask("title", "A secret meeting")
            try await shell.until("/^0:0[1-9]$/.test(probe.time)")
            try await shell.clickIndicator(opening: true)
            #expect(try await shell.text("probe.menuButtons.map(b => b.label).join()") == "Pause")
            #expect(try await shell.text("probe.menuTexts.filter(t => !/^[0-9:]+$/.test(t)).join()") == "Recording")
            try await shell.picture("lock-recording")
            try await shell.press("Pause")
            try await scene.until("paused")
            #expect(try await shell.text("probe.menuTexts.filter(t => !/^[0-9:]+$/.test(t)).join()") == "Paused")
            try await shell.press("Resume")
            try await scene.until("recording")
            try await scene.pressPlayKey(until: "paused")
            try await shell.picture("lock-paused")
            #expect(try await !scene.shows("secret|\(StandInEngine.words)"))
            try await shell.world.setLocked(false)
            try await shell.until("!Main.sessionMode.isLocked")
            try await shell.clickIndicator(opening: true)
            #expect(try await shell.text("probe.menuTexts.join()").contains("A secret meeting"))
        }
    }

    @Test
    func `a recorder that is killed is gone from the bar, and the next one comes back`() async throws {
        try await GnomeScene.play { scene, shell, desk in
            try await scene.record()
            for _ in 0..<3 {
                let recorder = await scene.recorder.get()
                recorder.send(SIGKILL)
                _ = try await recorder.finish()
                try await shell.until("!probe.button.visible")
                await scene.recorder.set(try await desk.startRecorder())
                try await scene.record()
            }
        }
    }

    @Test
    func `C141: a recorder that is stopped holds nobody up, and is shown as silent by itself`() async throws {
        try await GnomeScene.play { scene, shell, desk in
            try await scene.record()
            let recorder = await scene.recorder.get()
            try await shell.clickIndicator(opening: true)
            recorder.send(SIGSTOP)
            // Whatever happens, a stopped recorder must not be left to the next test.
            try await running {
                try await shell.press("Pause")
                try await shell.clickIndicator(opening: false)
                try await shell.clickIndicator(opening: true)
                try await scene.responds(until: "probe.menuTexts.includes('The recorder does not answer')")
                try await shell.picture("menu-silent")
                try await scene.setExtension(isOn: false)
                try await scene.setExtension(isOn: true)
                try await scene.responds(until: "probe.icon === 'tallylight-attention-symbolic.svg'")
            } finally: {
                recorder.send(SIGCONT)
            }
            // It hears of the click now.
            try await scene.until("paused")
            #expect(!shell.process.errorsSoFar.contains("tallylight@tallylight.org/"))
        }
    }

    @Test
    func `fifty times on and off leave nothing behind`() async throws {
        try await GnomeScene.play { scene, shell, _ in
            try await scene.record()
            try await scene.watchTimers()
            for _ in 0..<5 { try await scene.turnOffAndOn() }
            try await scene.setExtension(isOn: false)
            let before = try await Remains(of: shell)
            for _ in 0..<25 {
                try await scene.setExtension(isOn: true)
                try await shell.until("probe.time !== ''")
                try await scene.setExtension(isOn: false)
            }
            // And so fast that nothing has been answered yet.
            _ = try await shell.run(
                "{ const {stateObj} = Main.extensionManager.lookup('\(GnomeShell.identifier)'); for (let i = 0; i < 25; i++) { stateObj.enable(); stateObj.disable(); } 0 }")
            let after = try await Remains(of: shell)
            print("after 50 times on and off: \(before) → \(after)")
            #expect(after.timers == "0")
            #expect(after.actors == before.actors)
            #expect(after.handlers == before.handlers)
            #expect(after.matchRules == before.matchRules)
            #expect(after.memory < before.memory + 4096)
            try await scene.setExtension(isOn: true)
            try await scene.until("recording")
            #expect(!shell.process.errorsSoFar.contains("tallylight@tallylight.org/"))
        }
    }

    @Test
    func `the command takes it away from a running shell, and brings it back`() async throws {
        try await GnomeScene.play { scene, shell, desk in
            try await scene.record()
            #expect(try await desk.ask("install-extension").hasSuffix("It is on. GNOME Shell takes this version of it when you log out and in again.\n"))
            #expect(try await desk.ask("install-extension", "--remove") == "The extension is removed.\n")
            try await shell.until("!probe.button")
            #expect(desk.files(".local/share/gnome-shell/extensions") == [])
            #expect(try await desk.ask("install-extension", "--remove") == "The extension is not installed.\n")
            #expect(try await desk.ask("install-extension").hasSuffix("It is on.\n"))
            try await scene.until("recording")
        }
    }
}
