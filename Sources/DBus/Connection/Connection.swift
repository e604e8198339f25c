// SPDX-License-Identifier: MIT

public import EventLoop

/// A connection to a message bus.
///
/// It lives on the event loop until it is closed or the bus is gone.
@LoopActor
public final class Connection {
    /// The name the bus gave us, such as `:1.42`.
    public let uniqueName: BusName

    init(uniqueName: BusName) { self.uniqueName = uniqueName }

    /// Connects to `address` and says hello.
    ///
    /// - Parameter limit: how long each entry of the address may take.
    /// - Throws: ``BusError/noBus(reason:)``, or ``BusError/cancelled``.
    public static func open(_ address: BusAddress, within limit: Duration = .seconds(5)) async throws(BusError) -> Connection { fatalError("unfinished") }

    // MARK: Ending

    /// Whether the bus can still be reached through it.
    public var isOpen: Bool { fatalError("unfinished") }

    /// Sends what is still to be sent, for a second at most, and leaves the bus.
    public func close() async { fatalError("unfinished") }

    /// Calls `body` once, when the connection is closed or the bus is gone; at once, in the loop's next turn, when that is so already.
    public func onClose(_ body: @escaping @LoopActor () -> Void) { fatalError("unfinished") }

    /// Waits until the connection is closed, the bus is gone, or the task is cancelled.
    public func closed() async { fatalError("unfinished") }

    // MARK: Calling

    /// Calls a method and waits for the answer.
    ///
    /// The caller goes on before any message that arrived after the answer is handled: what it read is not older than a signal it has already seen, and not newer than one still to come.
    ///
    /// - Parameters:
    ///   - call: what to call.
    ///   - types: what the answer must be; nil for anything.
    ///   - limit: how long the answer may take.
    /// - Throws: any ``BusError`` but ``BusError/noBus(reason:)``.
    public func call(_ call: MethodCall, returning types: Signature? = nil, within limit: Duration = .seconds(25)) async throws(BusError) -> [Value] {
        fatalError("unfinished")
    }

    /// Calls a method and wants no answer.
    public func send(_ call: MethodCall) throws(BusError) { fatalError("unfinished") }

    // MARK: Hearing

    /// Calls `handler` for each signal that `rule` wants, in order, until the subscription is cancelled or released.
    ///
    /// When it returns the bus has acknowledged the rule: no later signal is missed.
    public func subscribe(to rule: MatchRule, handler: @escaping @LoopActor (SignalMessage) -> Void) async throws(BusError) -> Subscription {
        fatalError("unfinished")
    }

    /// The signals that `rule` wants as a stream, in order.
    ///
    /// - Parameter limit: how many unread signals it holds; one more ends it with ``BusError/overflowed``.
    public func signals(for rule: MatchRule, holding limit: Int = 1024) async throws(BusError) -> SignalStream { fatalError("unfinished") }

    // MARK: Names

    /// Asks for `name`, without queueing and without ever giving it away.
    ///
    /// - Returns: whether the name is ours now; false means that somebody else has it.
    public func requestName(_ name: BusName) async throws(BusError) -> Bool { fatalError("unfinished") }

    /// Gives `name` back.
    public func releaseName(_ name: BusName) async throws(BusError) { fatalError("unfinished") }

    /// The unique name of the connection that owns `name`; nil when nobody does.
    public func owner(of name: BusName) async throws(BusError) -> BusName? { fatalError("unfinished") }

    /// Watches who owns `name`, without a gap, from before it returns until the watch is cancelled or released.
    ///
    /// - Parameter handler: called with the new owner for each change after this method has returned.
    public func watch(_ name: BusName, handler: @escaping @LoopActor (BusName?) -> Void = { _ in }) async throws(BusError) -> NameWatch { fatalError("unfinished") }

    // MARK: Serving

    /// Puts `object` on the bus.
    ///
    /// Do it before asking for a name: calls arrive as soon as the name is ours.
    ///
    /// Stops the process when there is an object at that path already.
    public func export(_ object: BusObject) { fatalError("unfinished") }

    /// Takes the object at `path` from the bus.
    public func unexport(_ path: ObjectPath) { fatalError("unfinished") }

    /// Sends a signal of an exported object.
    ///
    /// It is on its way, ahead of all that is sent later, when this returns.
    ///
    /// Stops the process when the object doesn't declare the signal with these types.
    public func emit(_ signal: MemberName, _ arguments: [Value] = [], of interface: InterfaceName, on path: ObjectPath) { fatalError("unfinished") }

    /// Sends one `PropertiesChanged` with the values `properties` have now.
    ///
    /// Stops the process when the object doesn't declare one of them, or declares that its changes are not told.
    public func emitPropertiesChanged(_ properties: [MemberName], of interface: InterfaceName, on path: ObjectPath) { fatalError("unfinished") }
}
