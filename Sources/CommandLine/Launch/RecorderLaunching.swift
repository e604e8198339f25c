// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

/// Starts a recorder where none is running.
protocol RecorderLaunching: Sendable {
    /// Starts one, and returns when it can be called.
    @LoopActor
    func launch() async throws(RecordingError)
}
