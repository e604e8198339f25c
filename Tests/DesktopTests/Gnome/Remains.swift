// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// What an extension could leave behind in the shell.
struct Remains: CustomStringConvertible {
    let timers: String
    let actors: String
    let handlers: String
    let matchRules: [String]
    /// In kB.
    let memory: Int

    @LoopActor
    init(of shell: GnomeShell) async throws {
        timers = try await shell.text("probe.timers.size")
        actors = try await shell.text("{ const count = a => a.get_children().reduce((n, c) => n + count(c), 1); count(Main.panel) + Main.uiGroup.get_n_children(); }")
        handlers = try await shell.text("Object.keys(Main.sessionMode._signalConnections).length")
        matchRules = try await shell.matchRules()
        for _ in 0..<3 { _ = try await shell.run("imports.system.gc(); 0") }
        memory = try shell.memory
    }

    var description: String { "\(timers) timers, \(actors) actors, \(handlers) handlers, \(matchRules.count) match rules, \(memory) kB" }
}
