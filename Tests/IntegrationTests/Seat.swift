// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// A person's terminal on a desk: a shell that leads its session, and `tallylight` in the foreground.
///
/// When it ends, the shell prints its exit code and waits, so that the terminal can be looked at before it is gone.
@LoopActor
final class Seat {
    let terminal: PseudoTerminal
    private let shell: Subprocess
    private let modes: [UInt8]

    init(on desk: Desk, _ arguments: String = "", under launcher: String = "", environment: [String: String] = [:]) async throws {
        terminal = PseudoTerminal()
        modes = terminal.modes
        shell = try await Subprocess.start(
            "/bin/sh", ["-c", "trap : INT; \(launcher) '\(Desk.programs)/tallylight' \(arguments); echo \"code $?.\"; read line"], environment: desk.environment.merging(environment) { $1 },
            input: .file(terminal.path), output: .file(terminal.path), errors: .file(terminal.path), isSessionLeader: true)
    }

    /// Works at a terminal where `tallylight` runs, on the loop, and leaves it.
    ///
    /// - Parameter launcher: a program that runs it, such as `env`, with its arguments as a shell reads them.
    nonisolated static func use(
        on desk: Desk, _ arguments: String = "", under launcher: String = "", environment: [String: String] = [:], _ body: @escaping @LoopActor (Seat, PseudoTerminal) async throws -> Void
    ) async throws {
        try await onLoop {
            let seat = try await Seat(on: desk, arguments, under: launcher, environment: environment)
            do {
                try await body(seat, seat.terminal)
            } catch {
                seat.leave()
                throw error
            }
            seat.leave()
        }
    }

    /// The process of `tallylight`, whichever of the two programs it is by now.
    func process() async throws -> Int32 {
        let children = try await Subprocess.run("/usr/bin/pgrep", ["-P", "\(shell.identifier)"])
        return try #require(Int32(children.output.filter(\.isNumber)))
    }

    /// Ends the take that is being recorded, reads its text, and leaves, all with keys.
    func endTake(reading text: String) async throws {
        terminal.type(" ")
        try await shows("❚❚ Paused")
        terminal.type("\r")
        try await shows(text)
        terminal.type("\u{1B}")
        try await shows("○ Ready")
        terminal.type("q")
        try await ends(with: 0)
    }

    /// Waits until the screen shows `text`.
    func shows(_ text: String) async throws { try await until("“\(text)”") { $0.contains(text) } }

    /// Waits until the screen is as `predicate` wants it, and not for ever.
    func until(_ what: String, _ predicate: @escaping (PseudoTerminalScreen) -> Bool) async throws {
        try await terminal.until(what, predicate)
    }

    /// Waits for the end of `tallylight`, which must leave the terminal as it found it.
    func ends(with code: Int32) async throws {
        try await shows("code ")
        #expect(terminal.screen.contains("code \(code)."), "\(terminal.screen.lines)")
        #expect(terminal.modes == modes)
        #expect(!terminal.screen.isAlternate && terminal.screen.hasCursor && terminal.screen.modes.contains(7) && !terminal.screen.modes.contains(2004))
        #expect(terminal.screen.strange.isEmpty, "\(terminal.screen.strange)")
    }

    /// Closes the window, and whoever was in it has to cope.
    func hangUp() { terminal.hangUp() }

    private func leave() {
        terminal.close()
        shell.terminate()
    }
}
