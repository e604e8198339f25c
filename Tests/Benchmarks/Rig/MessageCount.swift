// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// The messages of one sender, counted by a dbus-monitor.
@LoopActor
struct MessageCount {
    private let monitor: Subprocess

    /// Starts counting the messages of `sender`, a unique name.
    static func start(in session: Session, sender: String) async throws -> MessageCount {
        let monitor = try await Child.start(["dbus-monitor", "--session", "--profile", "sender='\(sender)'"], environment: session.environment)
        // The bus tells a new monitor that it has lost its name: from then on it sees everything.
        try await monitor.output(containing: "NameLost")
        return MessageCount(monitor: monitor)
    }

    /// How many there were so far.
    var count: Int {
        monitor.outputSoFar.split(separator: "\n").count { line in ["sig\t", "mc\t", "mr\t", "err\t"].contains { line.hasPrefix($0) } }
    }
}
