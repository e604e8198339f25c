// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport

/// The notification daemon whose memory the recorder's is measured against.
@LoopActor
enum Mako {
    struct Memory {
        var bytes: Double
        /// Where the figure comes from when it was not measured now.
        var note = ""
    }

    /// What it had on Debian 12 when it was measured for the budget.
    private static let documented = Memory(bytes: 8.5 * 1024 * 1024, note: " (as documented: no sway here to run it in)")

    /// Measures the memory it has at rest, on a display of its own.
    static func memory() async throws -> Memory {
        guard Tool.isThere("mako"), Tool.isThere("sway") else { return documented }
        let session = try await Session.start()
        let display = try await Compositor.start().display
        let child = try await Child.start(["mako"], environment: session.environment.merging(["WAYLAND_DISPLAY": display]) { $1 })
        let observer = try await RecorderClient.observe(session)
        do {
            try await until("mako has its name") { try await observer.owner(of: "org.freedesktop.Notifications") != nil }
        } catch {
            throw Failure("\(error) \(child.errorsSoFar)")
        }
        try await LoopTimer.sleep(for: .seconds(2))
        return Memory(bytes: try ProcessAccount(of: child.identifier).memory)
    }
}
