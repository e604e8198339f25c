// SPDX-License-Identifier: MIT

public import EventLoop

/// A connection to a message bus.
///
/// It lives on the event loop until it is closed or the bus is gone; then every call that waits ends with
/// ``BusError/disconnected``, every stream ends with it, and the tasks that answer calls are cancelled.
@LoopActor
public final class Connection {
    /// How long an answer may take by default; what other bindings use too.
    public nonisolated static let patience = Duration.seconds(25)

    /// The name the bus gave us, such as `:1.42`.
    public let uniqueName: BusName

    let transport: Transport
    let calls = RunningCalls()
    var objects = ObjectTable()
    var listeners: [Listener] = []
    private var closers: [@LoopActor () -> Void] = []

    init(_ transport: Transport, uniqueName: BusName) {
        self.transport = transport
        self.uniqueName = uniqueName
        // These keep the connection alive; the transport lets go of them when it ends.
        transport.receive = { message in
            if message.kind == .call { self.receiveCall(message) } else { self.receiveSignal(message) }
        }
        transport.lost = { self.end() }
    }

    // MARK: Calling

    /// Calls a method and waits for the answer.
    ///
    /// The caller goes on before any message that arrived after the answer is handled: what it reads is newer than
    /// every signal it has seen, and older than every signal still to come.
    ///
    /// - Parameters:
    ///   - call: what to call.
    ///   - types: what the answer must be; nil for anything.
    ///   - limit: how long the answer may take.
    /// - Throws: any ``BusError`` but ``BusError/noBus(reason:)`` and ``BusError/overflowed``. A call whose task is
    ///   cancelled, or that takes too long, may still be carried out.
    public func call(_ call: MethodCall, returning types: Signature? = nil, within limit: Duration = patience) async throws(BusError) -> [Value] {
        try await transport.call(try OutgoingMessage(call), returning: types, within: limit)
    }

    /// Calls a method and wants no answer.
    public func send(_ call: MethodCall) throws(BusError) {
        let message = try OutgoingMessage(call)
        message.wantNoReply()
        try transport.send(message)
    }

    // MARK: Ending

    /// Whether the bus can still be reached through it.
    public var isOpen: Bool { transport.isOpen }

    /// Sends what is still to be sent, for as long as `limit` at most, and leaves the bus.
    ///
    /// The tasks that answer calls are cancelled, and what they still answer is not sent: a handler that closes its
    /// own connection leaves its caller without an answer.
    public func close(within limit: Duration = .seconds(1)) async {
        await transport.flush(within: limit)
        transport.finish()
    }

    /// Calls `body` once, when the connection is closed or the bus is gone; in the loop's next turn when that is so already.
    public func onClose(_ body: @escaping @LoopActor () -> Void) {
        guard isOpen else { return Loop.shared.enqueue(body) }
        closers.append(body)
    }

    /// Waits until the connection is closed, the bus is gone, or the task is cancelled.
    public func closed() async {
        let promise = Promise<Void>()
        onClose { promise.end(.success(())) }
        _ = try? await promise.result()
    }

    private func end() {
        calls.cancelAll()
        let (listeners, closers) = (self.listeners, self.closers)
        self.listeners = []
        self.closers = []
        for listener in listeners {
            listener.onEnd?(.disconnected)
        }
        for closer in closers {
            closer()
        }
    }
}
