// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport
import Testing

extension GnomeScene {
    /// Presses the play key until it has worked: nobody tells when the settings daemon has found the player.
    @LoopActor
    func pressPlayKey(until state: String) async throws {
        try await shell.until("Main.shellDBusService._grabbedAccelerators.size > 0")
        for attempt in 1...3 {
            try await shell.press(key: GnomeShell.playPauseKey)
            do { return try await until(state) } catch { if attempt == 3 { throw error } }
        }
    }

    /// Whether anything on the screen has a text with `pattern` in it.
    @LoopActor
    func shows(_ pattern: String) async throws -> Bool {
        try await shell.text("probe.shown(global.stage).some(a => /\(pattern)/.test(a.text ?? ''))") == "true"
    }

    /// Locks the screen, and wakes it.
    @LoopActor
    func lock() async throws {
        try await shell.world.setLocked(true)
        try await shell.until("Main.screenShield.locked")
        for place in ["300,400", "320,420"] { _ = try await shell.run("probe.pointer.notify_absolute_motion(0, \(place)); 0") }
        try await shell.until("Main.screenShield._longLightbox.opacity === 0 && Main.screenShield._shortLightbox.opacity === 0")
    }

    /// Waits until an expression is true, in a shell that answers quickly all the time.
    @LoopActor
    func responds(until expression: String) async throws {
        var longest = Duration.zero
        try await waitUntil("in GNOME Shell: \(expression)") {
            let start = ContinuousClock.now
            let answer = try await shell.run("!!(\(expression))")
            longest = max(longest, start.duration(to: .now))
            return answer == "true"
        }
        print("the longest that the shell took to answer: \(longest)")
        #expect(longest < .seconds(1))
    }

    @LoopActor
    func setExtension(isOn: Bool) async throws {
        let command = isOn ? "enable" : "disable"
        let result = try await desk.run("gnome-extensions", command, GnomeShell.identifier)
        #expect(result.code == 0, "\(result.errors)")
        try await shell.until("!!probe.button === \(isOn)")
    }

    @LoopActor
    func turnOffAndOn() async throws {
        try await setExtension(isOn: false)
        try await setExtension(isOn: true)
        try await shell.until("probe.time !== ''")
    }

    /// Has the shell keep a list of the extension's timers in `probe.timers`.
    @LoopActor
    func watchTimers() async throws {
        _ = try await shell.run(
            """
            { const {GLib} = imports.gi, [add, remove] = [GLib.timeout_add, GLib.source_remove];
              probe.timers = new Set();
              GLib.timeout_add = (priority, interval, body) => {
                  const isOurs = new Error().stack.includes('\(GnomeShell.identifier)');
                  const id = add(priority, interval, () => { const goesOn = body(); if (!goesOn) probe.timers.delete(id); return goesOn; });
                  if (isOurs) probe.timers.add(id);
                  return id;
              };
              GLib.source_remove = id => { probe.timers.delete(id); return remove(id); }; 0 }
            """)
        try await turnOffAndOn()
    }
}
