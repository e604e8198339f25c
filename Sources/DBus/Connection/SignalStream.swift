// SPDX-License-Identifier: MIT

public import EventLoop

/// Signals in the order they arrived.
///
/// It has one reader. It ends with ``BusError/disconnected`` when the bus is gone and with ``BusError/overflowed``
/// when it was read too slowly: whoever lost a signal has to read the state anew, and silence would hide that.
/// It ends without error when it, or the reading task, is cancelled.
@LoopActor
public final class SignalStream: AsyncSequence {
    /// A signal.
    public typealias Element = SignalMessage
    /// Why it ended.
    public typealias Failure = BusError

    private let buffer: SignalBuffer
    private let subscription: Subscription

    init(_ buffer: SignalBuffer, _ subscription: Subscription) {
        self.buffer = buffer
        self.subscription = subscription
    }

    /// Ends the stream; unread signals are gone.
    public func cancel() {
        subscription.cancel()
        buffer.cancel()
    }

    /// Waits for the next signal; nil when the stream or the task was cancelled.
    public func next() async throws(BusError) -> SignalMessage? { try await buffer.next() }

    /// Starts reading.
    public nonisolated func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// The place of the one reader.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: SignalStream

        /// Waits for the next signal; nil when the stream or the task was cancelled.
        public mutating func next() async throws(BusError) -> SignalMessage? { try await stream.next() }

        /// Waits for the next signal; nil when the stream or the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(BusError) -> SignalMessage? { try await stream.next() }
    }
}
