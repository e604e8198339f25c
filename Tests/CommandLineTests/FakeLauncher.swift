// SPDX-License-Identifier: MIT

import Commanding
import EventLoop

@testable import CommandLine

/// Starts a recorder by taking a fake one's error away, or fails.
@LoopActor
final class FakeLauncher: RecorderLaunching {
    private let commander: FakeCommander
    var error: RecordingError?
    private(set) var launches = 0

    nonisolated init(_ commander: FakeCommander) { self.commander = commander }

    func launch() async throws(RecordingError) {
        launches += 1
        if let error { throw error }
        commander.error = nil
    }
}
