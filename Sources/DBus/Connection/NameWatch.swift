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

    init(name: BusName) { self.name = name }

    /// Ends the watch: the handler is not called again.
    public func cancel() { fatalError("unfinished") }
}
