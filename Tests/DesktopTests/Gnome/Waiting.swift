// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// Asks again and again until something is so that nobody tells of.
func waitUntil(_ what: String, within limit: Duration = .seconds(10), _ condition: @LoopActor () async throws -> Bool) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < end else { throw DeskError("waited in vain until \(what)") }
        try await LoopTimer.sleep(for: .milliseconds(20))
    }
}
