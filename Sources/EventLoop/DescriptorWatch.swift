// SPDX-License-Identifier: MIT

/// A descriptor the loop watches, until it is cancelled.
///
/// The watch does not own the descriptor: cancel first, then close. One descriptor has one watch at a time, as epoll has it.
@LoopActor
public final class DescriptorWatch {
    /// The watched descriptor.
    public nonisolated let descriptor: Int32
    private let handler: @LoopActor (Readiness) -> Void
    private var isCancelled = false

    /// What the watch wants to hear of; an empty set pauses it (but for hang-up and failure).
    public var interest: Readiness {
        didSet {
            guard interest != oldValue, !isCancelled else { return }
            Loop.shared.update(self, interest: interest)
        }
    }

    /// Watches `descriptor` from now on.
    public init(_ descriptor: Int32, for interest: Readiness, handler: @escaping @LoopActor (Readiness) -> Void) {
        self.descriptor = descriptor
        self.interest = interest
        self.handler = handler
        Loop.shared.add(self, interest: interest)
    }

    /// Stops watching.
    ///
    /// The handler is not called again, not even for what has already arrived.
    ///
    /// - Parameter isOpen: whether the descriptor is still open for sure, as it has to be; only a library that closes its own first is excused.
    public func cancel(whileOpen isOpen: Bool = true) {
        guard !isCancelled else { return }
        isCancelled = true
        Loop.shared.remove(self, whileOpen: isOpen)
    }

    func deliver(_ readiness: Readiness) {
        guard !isCancelled else { return }
        handler(readiness)
    }
}
