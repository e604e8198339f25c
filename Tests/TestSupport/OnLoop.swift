// SPDX-License-Identifier: MIT

internal import EventLoop

/// Runs `body` on the event loop, which is started on a thread of its own the first time.
package func onLoop<Success: Sendable>(_ body: @escaping @LoopActor () async throws -> Success) async throws -> Success {
    Loop.shared.runInBackground()
    return try await Loop.shared.throwingTask(body).value
}
