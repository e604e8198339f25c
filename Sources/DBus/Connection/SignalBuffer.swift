// SPDX-License-Identifier: MIT

internal import EventLoop

/// The unread signals of a stream, and the task that waits for the next.
@LoopActor
final class SignalBuffer {
    private let limit: Int
    private var unread: [SignalMessage] = []
    private var read = 0
    private var end: BusError?
    private var isCancelled = false
    private var reader: Promise<Void>?

    init(limit: Int) { self.limit = limit }

    func put(_ signal: SignalMessage) {
        guard end == nil, !isCancelled else { return }
        if unread.count - read == limit {
            end = .overflowed
        } else {
            unread.append(signal)
        }
        reader?.end(.success(()))
    }

    func end(_ error: BusError) {
        end = end ?? error
        reader?.end(.success(()))
    }

    func cancel() {
        isCancelled = true
        unread = []
        read = 0
        reader?.end(.success(()))
    }

    /// The next signal, in order; the end comes after all that were put before it.
    ///
    /// Nil when the stream or the task was cancelled.
    func next() async throws(BusError) -> SignalMessage? {
        precondition(reader == nil, "a stream of signals has one reader")
        while !isCancelled {
            if let signal = take() { return signal }
            if let end { throw end }
            let promise = Promise<Void>()
            reader = promise
            defer { reader = nil }
            do throws(BusError) { try await promise.result() } catch { return nil }
        }
        return nil
    }

    private func take() -> SignalMessage? {
        guard read < unread.count else { return nil }
        defer {
            read += 1
            if read == unread.count {
                unread.removeAll(keepingCapacity: true)
                read = 0
            }
        }
        return unread[read]
    }
}
