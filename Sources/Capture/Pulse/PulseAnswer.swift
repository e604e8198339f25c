// SPDX-License-Identifier: MIT

internal import EventLoop

/// What the server says to one question, gathered by the callbacks of its operation.
@LoopActor
final class PulseAnswer {
    /// The name of the default source, when server information was asked for.
    var defaultSource = ""
    /// The sources, when they were asked for.
    var sources: [PulseSource] = []
    /// Whether the server did as it was told.
    var isSuccess = false
    /// Resolved when the operation is over, well or not.
    let isOver = Reply<Void>()
}
