// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// What the tests play in.
struct GnomeScene: Sendable {
    let shell: GnomeShell
    /// Hears ``StandInEngine/words`` in every take, once it has been released.
    let engine: StandInEngine
    let recorder: Held<Subprocess>

    var desk: Desk { shell.world.desk }

    /// Runs `body` on the scene, and clears it up.
    static func play(_ body: @escaping @LoopActor (GnomeScene, GnomeShell, Desk) async throws -> Void) async throws {
        guard let scene = GnomeStage.scene else { throw DeskError("the suite has no GNOME Shell") }
        try await onLoop {
            try await running {
                try await body(scene, scene.shell, scene.desk)
            } finally: {
                try? await scene.clear()
            }
        }
    }

    @LoopActor
    private func clear() async throws {
        _ = try await shell.run("probe.button?.menu.close(); Main.panel.closeCalendar(); Main.messageTray.getSources().forEach(s => s.destroy()); 0")
        if try await shell.run("Main.sessionMode.isLocked") == "true" {
            try await shell.world.setLocked(false)
            try await shell.until("!Main.sessionMode.isLocked")
        }
        _ = try await desk.tallylight("pause")
        _ = try await desk.tallylight("discard")
    }

    /// Starts a take and waits until the bar shows it.
    @LoopActor
    func record() async throws {
        try await desk.ask("start")
        try await shell.until("probe.icon === 'tallylight-recording-symbolic.svg'")
    }

    /// Waits until the recorder is in a state, and the bar shows it.
    @LoopActor
    func until(_ state: String, icon: String? = nil) async throws {
        try await waitUntil("the recorder is \(state)") { try await self.desk.status("state") == state }
        try await shell.until("probe.icon === 'tallylight-\(icon ?? state)-symbolic.svg'")
    }
}
