// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Logging

extension Connection {
    /// Calls `handler` for each signal that `rule` wants, in order, until the subscription is cancelled or released.
    ///
    /// When it returns the bus has acknowledged the rule: no later signal is missed. The handler runs where messages
    /// are read, so what takes time belongs into a task.
    public func subscribe(to rule: MatchRule, handler: @escaping @LoopActor (SignalMessage) -> Void) async throws(BusError) -> Subscription {
        try await subscribe(Listener(rule, handler: handler))
    }

    /// The signals that `rule` wants as a stream, in order.
    ///
    /// - Parameter limit: how many unread signals it holds; one more ends it with ``BusError/overflowed``.
    public func signals(for rule: MatchRule, holding limit: Int = 1024) async throws(BusError) -> SignalStream {
        let buffer = SignalBuffer(limit: limit)
        let listener = Listener(rule) { buffer.put($0) }
        listener.onEnd = { buffer.end($0) }
        return SignalStream(buffer, try await subscribe(listener))
    }

    private func subscribe(_ listener: Listener) async throws(BusError) -> Subscription {
        if let sender = listener.rule.sender, !sender.text.hasPrefix(":"), sender != .bus {
            listener.owner = try await watch(sender)
        }
        let rule = listener.rule.text
        let subscription = Subscription(listener, of: self)
        do throws(BusError) {
            // The listener hears from the acknowledgement on: at its very place in the order of messages.
            let call = MethodCall("AddMatch", [.string(rule)], of: .bus, on: .bus, at: .bus)
            _ = try await transport.call(try OutgoingMessage(call), returning: "", within: Self.patience) { outcome in
                guard case .success = outcome else { return }
                self.listeners.append(listener)
            }
        } catch {
            // Whoever stopped waiting may still get what was asked for.
            if error == .cancelled || error == .timedOut { removeMatch(rule) }
            throw error
        }
        return subscription
    }

    func remove(_ listener: Listener) {
        guard let index = listeners.firstIndex(where: { $0 === listener }) else { return }
        listeners.remove(at: index)
        listener.owner?.cancel()
        removeMatch(listener.rule.text)
    }

    private func removeMatch(_ rule: String) {
        // When the bus is gone, the rule is too.
        try? send(MethodCall("RemoveMatch", [.string(rule)], of: .bus, on: .bus, at: .bus))
    }

    func receiveSignal(_ message: borrowing IncomingMessage) {
        guard !listeners.isEmpty, let sender = message.sender, let path = message.path, let interface = message.interface, let member = message.member else { return }
        let header = SignalMessage(sender: sender, path: path, interface: interface, member: member, arguments: [])
        let firstArgument = message.firstString
        let interested = listeners.filter { $0.wants(header, firstArgument) }
        guard !interested.isEmpty else { return }
        do throws(BusError) {
            let signal = SignalMessage(sender: sender, path: path, interface: interface, member: member, arguments: try message.values())
            for listener in interested where !listener.isCancelled {
                listener.handler(signal)
            }
        } catch {
            log.warning("the signal \(interface).\(member) from \(sender) is ignored: \(error)")
        }
    }
}
