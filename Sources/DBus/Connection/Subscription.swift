// SPDX-License-Identifier: MIT

public import EventLoop

/// A wish for signals.
///
/// It ends when it is cancelled or its last reference is gone.
@LoopActor
public final class Subscription {
    private let listener: Listener
    private let connection: Connection

    init(_ listener: Listener, of connection: Connection) {
        self.listener = listener
        self.connection = connection
    }

    deinit {
        let (listener, connection) = (listener, connection)
        Loop.shared.enqueue { Self.cancel(listener, of: connection) }
    }

    /// Ends it: the handler is not called again.
    public func cancel() { Self.cancel(listener, of: connection) }

    private static func cancel(_ listener: Listener, of connection: Connection) {
        guard !listener.isCancelled else { return }
        listener.isCancelled = true
        connection.remove(listener)
    }
}
