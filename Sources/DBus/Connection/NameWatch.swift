// SPDX-License-Identifier: MIT

public import EventLoop

/// The owner of a name, kept up to date.
///
/// It ends when it is cancelled or its last reference is gone.
@LoopActor
public final class NameWatch {
    /// The watched name.
    public let name: BusName
    /// The unique name of the connection that owns it now; nil when nobody does.
    public private(set) var owner: BusName?

    private let handler: @LoopActor (OwnerChange) -> Void
    private var isReady = false
    var subscription: Subscription?

    init(_ name: BusName, handler: @escaping @LoopActor (OwnerChange) -> Void) {
        self.name = name
        self.handler = handler
    }

    /// Ends the watch: the handler is not called again.
    public func cancel() { subscription?.cancel() }

    /// Takes the answer to the first question, at its place in the order of messages: all changes before it are in it.
    func start(with owner: BusName?) {
        self.owner = owner
        isReady = true
    }

    /// Takes a `NameOwnerChanged`.
    func change(to new: BusName?) {
        let old = owner
        guard isReady, new != old else { return }
        owner = new
        handler(OwnerChange(old: old, new: new))
    }
}
