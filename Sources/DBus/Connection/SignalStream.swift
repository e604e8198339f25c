// SPDX-License-Identifier: MIT

public import EventLoop

/// Signals in the order they arrived.
///
/// It has one reader. It ends with ``BusError/disconnected`` when the bus is gone and with ``BusError/overflowed`` when it was read too slowly: whoever lost a signal has to read the state anew, and silence would hide that.
/// It ends without error when it, or the reading task, is cancelled.
@LoopActor
public final class SignalStream: AsyncSequence {
    /// A signal.
    public typealias Element = SignalMessage
    /// Why it ended.
    public typealias Failure = BusError

    nonisolated init() {}

    /// Ends the stream; unread signals are gone.
    public func cancel() { fatalError("unfinished") }

    func next() async throws(BusError) -> SignalMessage? { fatalError("unfinished") }

    /// Starts reading.
    public nonisolated func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// A place in the stream; there is one at a time.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: SignalStream

        /// Waits for the next signal; nil when the stream was cancelled.
        public mutating func next() async throws(BusError) -> SignalMessage? { try await stream.next() }

        /// Waits for the next signal; nil when the stream was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(BusError) -> SignalMessage? { try await stream.next() }
    }
}
