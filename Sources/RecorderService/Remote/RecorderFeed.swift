// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus
internal import EventLoop

/// A stream of what one recorder shows, from the moment it is followed until the recorder or the bus is gone or nobody reads any more.
@LoopActor
final class RecorderFeed {
    private let continuation: AsyncStream<Activity>.Continuation
    private var subscription: Subscription?
    private var owner: NameWatch?

    private init(_ continuation: AsyncStream<Activity>.Continuation) { self.continuation = continuation }

    /// A feed and what its reader gets; the feed must not hold the stream, or it would never hear that the reader has dropped it.
    static func make() -> (RecorderFeed, AsyncStream<Activity>) {
        let (stream, continuation) = AsyncStream<Activity>.makeStream(bufferingPolicy: .bufferingNewest(1))
        return (RecorderFeed(continuation), stream)
    }

    /// Hears every signal of `recorder` that `rule` wants from before it returns.
    func follow(_ recorder: RemoteObject, _ rule: MatchRule, handler: @escaping @LoopActor (RecorderFeed, SignalMessage) -> Void) async throws(BusError) {
        // Any change of the owner is the end of this recorder: another one has other takes.
        owner = try await recorder.connection.watch(recorder.destination) { [weak self] _ in self?.end() }
        guard owner?.owner != nil else { throw .remote(name: .nameHasNoOwner, message: "") }
        subscription = try await recorder.connection.subscribe(to: rule) { [weak self] signal in
            if let self { handler(self, signal) }
        }
        recorder.connection.onClose { [weak self] in self?.end() }
        // What the stream and the feed share keeps both alive until either is over.
        continuation.onTermination = { _ in Loop.shared.enqueue { self.end() } }
    }

    func yield(_ activity: Activity) { continuation.yield(activity) }

    func end() {
        subscription?.cancel()
        owner?.cancel()
        continuation.finish()
    }
}
