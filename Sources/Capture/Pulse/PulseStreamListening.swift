// SPDX-License-Identifier: MIT

internal import EventLoop

/// Hears what happens to a ``PulseStream``.
@LoopActor
protocol PulseStreamListening: AnyObject {
    /// Frames have arrived; they are valid during the call.
    func stream(_ stream: PulseStream, received frames: UnsafeBufferPointer<Int16>)

    /// The server has suspended the source, or woken it up again; it also does so by itself while the stream is corked.
    func stream(_ stream: PulseStream, isSuspended: Bool)

    /// The stream is over: its source is gone, or somebody ended it, or the server is gone.
    func streamEnded(_ stream: PulseStream)
}
