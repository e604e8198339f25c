// SPDX-License-Identifier: MIT

public import EventLoop

/// A wish for signals.
///
/// It ends when it is cancelled or its last reference is gone.
@LoopActor
public final class Subscription {
    nonisolated init() {}

    /// Ends it: the handler is not called again.
    public func cancel() { fatalError("unfinished") }
}
