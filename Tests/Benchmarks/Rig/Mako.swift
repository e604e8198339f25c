// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport

/// The notification daemon whose memory the recorder's is measured against.
@LoopActor
enum Mako {
    struct Memory {
        /// After its start, in bytes.
        var fresh: Double
        /// After it has shown something.
        var used: Double
        /// Where the figures come from when they were not measured now.
        var note = ""
    }

    /// What it had on Debian 12 when it was measured for the budget.
    private static let documented = Memory(fresh: 8.5 * 1024 * 1024, used: 8.5 * 1024 * 1024, note: ", as documented: there is no sway to run it in")

    /// Measures the memory it has at rest, on a display of its own.
    static func memory() async throws -> Memory {
        guard Tool.isThere("mako"), Tool.isThere("sway") else { return documented }
        let session = try await Session.start()
        let display = try await Compositor.start().display
        let environment = session.environment.merging(["WAYLAND_DISPLAY": display]) { $1 }
        let child = try await Child.start(["mako"], environment: environment)
        let observer = try await RecorderClient.observe(session)
        do {
            try await until("mako has its name") { try await observer.owner(of: "org.freedesktop.Notifications") != nil }
        } catch {
            throw Failure("\(error) \(child.errorsSoFar)")
        }
        try await LoopTimer.sleep(for: .seconds(2))
        let fresh = try ProcessAccount(of: child.identifier).memory
        let object = ["org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications"]
        let notification = ["Notify", "susssasa{sv}i", "benchmark", "0", "", "Recording", "0:07", "2", "pause", "Pause", "0", "500"]
        try await Child.run(["busctl", "--user", "call"] + object + notification, environment: environment)
        try await LoopTimer.sleep(for: .seconds(2))
        return Memory(fresh: fresh, used: try ProcessAccount(of: child.identifier).memory)
    }
}
