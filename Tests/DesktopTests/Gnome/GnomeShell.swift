// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport

/// GNOME Shell on a screen that nobody sees, in the session of a desk, with the extension as `tallylight install-extension` installs it.
///
/// It runs without a display server of another kind, without a GPU and without privileges. What it wants of a system, it finds on a system bus of its own: stand-ins for logind and
/// GDM, without which it would not lock the screen.
@LoopActor
final class GnomeShell {
    /// What is around it.
    nonisolated let world: GnomeWorld
    /// Its process.
    let process: Subprocess
    private let connection: Connection
    private let shell: RemoteObject

    /// Starts it and waits until it has settled: no animation runs, the overview is closed, and no banner is shown.
    ///
    /// A start that hangs is made a second time.
    static func start(in world: GnomeWorld) async throws -> GnomeShell {
        do {
            return try await GnomeShell(in: world, within: .seconds(20))
        } catch {
            print("GNOME Shell did not start, and is started again: \(error)")
            return try await GnomeShell(in: world, within: .seconds(60))
        }
    }

    private init(in world: GnomeWorld, within limit: Duration) async throws {
        self.world = world
        connection = try await Connection.open(try world.bus.address)
        shell = RemoteObject("org.gnome.Shell", on: "/org/gnome/Shell", at: "org.gnome.Shell", over: connection)
        process = try await world.startShell()
        do {
            try await waitUntil("GNOME Shell has started", within: limit) {
                let owners = [try await self.connection.owner(of: "org.gnome.Shell"), try await self.connection.owner(of: "org.freedesktop.Notifications")]
                return !owners.contains(nil)
            }
            _ = try await run(Self.probe)
            try await until("probe.isSettled", within: limit)
        } catch {
            await end()
            throw error
        }
    }

    /// Ends it.
    func end() async {
        await connection.close()
        process.terminate()
        _ = try? await process.finish()
    }

    // MARK: Looking into it

    /// Runs JavaScript in it.
    ///
    /// - Returns: the value, as JSON.
    @discardableResult
    func run(_ script: String, within limit: Duration = .seconds(10)) async throws -> String {
        let answer = try await shell.call("Eval", [.string(script)], returning: "bs", within: limit)
        guard answer[0].boolean == true else { throw DeskError("GNOME Shell: \(answer[1].text ?? "") in: \(script)") }
        return answer[1].text ?? ""
    }

    /// The text that JavaScript makes.
    func text(_ script: String) async throws -> String {
        let json = try await run(script)
        return json.hasPrefix("\"") ? String(json.dropFirst().dropLast()).replacing("\\n", with: "\n").replacing("\\\"", with: "\"") : json
    }

    /// Waits until an expression is true.
    func until(_ expression: String, within limit: Duration = .seconds(10)) async throws {
        do {
            try await waitUntil("in GNOME Shell: \(expression)", within: limit) { try await self.run("!!(\(expression))") == "true" }
        } catch {
            throw DeskError("\(error); there is: \((try? await run("probe.all")) ?? "nothing")")
        }
    }

    /// Takes a picture of the screen, for people to look at.
    func picture(_ name: String) async throws {
        let folder = Desk.programs.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/desktop-pictures"
        mkdir(folder, 0o755)
        let screenshot = RemoteObject("org.gnome.Shell.Screenshot", on: "/org/gnome/Shell/Screenshot", at: "org.gnome.Shell.Screenshot", over: connection)
        _ = try await screenshot.call("Screenshot", [.boolean(false), .boolean(false), .string("\(folder)/gnome-\(name).png")])
    }

    /// How much processor time it has used.
    var processorTime: Duration {
        get throws {
            let fields = TextFile.read("/proc/\(process.identifier)/stat").split(separator: ") ").last?.split(separator: " ").compactMap { Int64($0) } ?? []
            // After the state, which is no number: utime and stime are the 14th and 15th field of all.
            guard fields.count > 12 else { throw DeskError("GNOME Shell has no times") }
            return .milliseconds((fields[10] + fields[11]) * 1000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
        }
    }

    /// The memory that is its own, in kB.
    var memory: Int {
        get throws {
            let lines = TextFile.read("/proc/\(process.identifier)/smaps_rollup").split(separator: "\n")
            return lines.filter { $0.hasPrefix("Private_") }.compactMap { Int($0.filter(\.isNumber)) }.reduce(0, +)
        }
    }

    /// The rules by which the bus sends it signals.
    func matchRules() async throws -> [String] {
        let statistics = RemoteObject("org.freedesktop.DBus.Debug.Stats", on: "/org/freedesktop/DBus", at: "org.freedesktop.DBus", over: connection)
        guard let owner = try await connection.owner(of: "org.gnome.Shell") else { return [] }
        guard case .dictionary(_, _, let entries) = try await statistics.call("GetAllMatchRules")[0] else { return [] }
        return entries.first { $0.key.text == owner.text }?.value.strings?.sorted() ?? []
    }

    // MARK: Hands

    /// Clicks in the middle of an actor, as a mouse does.
    func click(_ actor: String, with button: PointerButton = .left, times: Int = 1) async throws {
        try await point(at: actor)
        for isDown in Array(repeating: [1, 0], count: times).joined() {
            _ = try await run("probe.pointer.notify_button(imports.gi.GLib.get_monotonic_time(), \(button.rawValue), \(isDown)); 0")
            try await LoopTimer.sleep(for: Self.fingerTime)
        }
    }

    /// Moves the mouse to the middle of an actor, wherever that moves meanwhile.
    func point(at actor: String) async throws {
        try await waitUntil("the pointer is on \(actor)") {
            // What is below the pointer is known when the next frame is drawn.
            if try await self.run("!!probe.below() && \(actor).contains(probe.below())") == "true" { return true }
            _ = try await self.run("probe.pointer.notify_absolute_motion(0, ...probe.centre(\(actor))); 0")
            return false
        }
    }

    /// Clicks a button in the menu of the extension.
    func press(_ label: String) async throws {
        try await until("probe.menuButton('\(label)')")
        try await click("probe.menuButton('\(label)')")
    }

    /// Opens or closes the menu of the extension with a click on its button.
    func clickIndicator(opening isOpen: Bool) async throws {
        try await click("probe.button")
        try await until("probe.button.menu.isOpen === \(isOpen) && probe.button.menu.actor.visible === \(isOpen)")
        if isOpen { try await until("probe.button.menu.actor.opacity === 255") }
    }

    /// Presses a key by the number that the kernel has for it.
    func press(key: Int) async throws {
        for isDown in [1, 0] { _ = try await run("probe.keyboard.notify_key(imports.gi.GLib.get_monotonic_time(), \(key), \(isDown)); 0") }
    }

    /// How long a finger rests on a button.
    private static let fingerTime = Duration.milliseconds(50)

    /// The key that plays and pauses, in linux/input-event-codes.h.
    static let playPauseKey = 164

    private static let probe = """
        { const {Clutter, GLib, St} = imports.gi;
          const seat = Clutter.get_default_backend().get_default_seat();
          const shown = actor => actor.mapped && actor.opacity > 0 ? [actor, ...actor.get_children().flatMap(shown)] : [];
          const centre = actor => { const [x, y] = actor.get_transformed_position(), [w, h] = actor.get_transformed_size(); return [x + w / 2, y + h / 2]; };
          globalThis.probe = {
              pointer: seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE),
              keyboard: seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE),
              shown, centre,
              below: () => global.stage.get_actor_at_pos(Clutter.PickMode.REACTIVE, ...global.get_pointer().slice(0, 2)),
              get button() { return Main.panel.statusArea['\(GnomeShell.identifier)']; },
              get icon() { return shown(this.button).find(a => a instanceof St.Icon)?.gicon.file.get_basename() ?? ''; },
              get time() { return shown(this.button).find(a => a instanceof St.Label)?.text ?? ''; },
              get menuTexts() { return shown(this.button.menu.box).filter(a => a instanceof St.Label).map(a => a.text); },
              get menuButtons() { return shown(this.button.menu.box).filter(a => a instanceof St.Button); },
              menuButton(label) { return this.menuButtons.find(b => b.label === label); },
              get all() { return {icon: this.icon, time: this.time, name: this.button?.accessible_name, menu: this.menuTexts, mode: Main.sessionMode.currentMode}; },
              get isSettled() {
                  const [tray, overview] = [Main.messageTray, Main.overview];
                  if (Main.layoutManager._startingUp || overview.animationInProgress)
                      return false;
                  // Not in the middle of an animation, which would never end then.
                  if ([0, 2].includes(tray._notificationState)) tray.getSources().forEach(source => source.destroy());
                  if (overview.visible) overview.hide();
                  return !overview.visible && tray._notificationState === 0 && tray.getSources().length === 0;
              },
          }; 0 }
        """

    /// What the extension is called.
    nonisolated static let identifier = "tallylight@tallylight.org"
}
