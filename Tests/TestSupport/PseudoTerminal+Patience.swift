// SPDX-License-Identifier: MIT

internal import EventLoop

extension PseudoTerminal {
    /// Waits until the screen is as `predicate` wants it, and not for ever.
    ///
    /// - Throws: an error that shows the screen, when it never was `what` within `patience`.
    public func until(_ what: String, within patience: Duration = .seconds(20), _ predicate: @escaping (PseudoTerminalScreen) -> Bool) async throws {
        var isLate = false
        let timer = LoopTimer(after: patience) { [self] in
            isLate = true
            // Has the terminal ask everybody who waits.
            _ = Loop.shared.task { await self.until { _ in true } }
        }
        await until { isLate || predicate($0) }
        timer.cancel()
        if isLate { throw DeskError("the screen never showed \(what):\n\(screen.lines.joined(separator: "\n"))") }
    }
}
