// SPDX-License-Identifier: MIT

internal import EventLoop

extension Connection {
    /// Asks for `name`, without queueing and without ever giving it away.
    ///
    /// - Returns: whether the name is ours now; false means that somebody else has it.
    public func requestName(_ name: BusName) async throws(BusError) -> Bool {
        let doNotQueue: UInt32 = 4
        let (isOwner, wasOwner): (UInt32, UInt32) = (1, 4)
        do throws(BusError) {
            let code = try await askBus("RequestName", [.string(name.text), .uint32(doNotQueue)], returning: "u").first
            return code == .uint32(isOwner) || code == .uint32(wasOwner)
        } catch {
            // Whoever stopped waiting may still get what was asked for.
            if error == .cancelled || error == .timedOut { try? send(MethodCall("ReleaseName", [.string(name.text)], of: .bus, on: .bus, at: .bus)) }
            throw error
        }
    }

    /// Gives `name` back.
    public func releaseName(_ name: BusName) async throws(BusError) {
        _ = try await askBus("ReleaseName", [.string(name.text)], returning: "u")
    }

    /// The unique name of the connection that owns `name`; nil when nobody does.
    public func owner(of name: BusName) async throws(BusError) -> BusName? {
        do throws(BusError) {
            return try await askBus("GetNameOwner", [.string(name.text)], returning: "s").first?.text.flatMap { BusName($0) }
        } catch .remote(.nameHasNoOwner, _) {
            return nil
        }
    }

    /// Watches who owns `name`, without a gap, from before it returns until the watch is cancelled or released.
    ///
    /// - Parameter handler: called for each change after this method has returned; what was before is in ``NameWatch/owner``.
    public func watch(_ name: BusName, handler: @escaping @LoopActor (OwnerChange) -> Void = { _ in }) async throws(BusError) -> NameWatch {
        let watch = NameWatch(name, handler: handler)
        let rule = MatchRule(sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged", firstArgument: name.text)
        watch.subscription = try await subscribe(to: rule) { [weak watch] signal in
            guard signal.arguments.signature == "sss", let owner = signal.arguments[2].text else { return }
            watch?.change(to: BusName(owner))
        }
        do throws(BusError) {
            _ = try await askBus("GetNameOwner", [.string(name.text)], returning: "s") { outcome in
                switch outcome {
                case .success(let values): watch.start(with: values.first?.text.flatMap { BusName($0) })
                case .failure(.remote(.nameHasNoOwner, _)): watch.start(with: nil)
                case .failure: break
                }
            }
        } catch .remote(.nameHasNoOwner, _) {
            return watch
        }
        return watch
    }

    /// Asks the bus itself for something.
    ///
    /// - Parameter limit: how long it may take; a bus answers at once, but for a program that it starts.
    public func askBus(_ member: MemberName, _ arguments: [Value] = [], returning types: Signature, within limit: Duration = patience) async throws(BusError) -> [Value] {
        try await call(MethodCall(member, arguments, of: .bus, on: .bus, at: .bus), returning: types, within: limit)
    }

    /// The same, and hears the answer at its place in the order of messages.
    private func askBus(
        _ member: MemberName, _ arguments: [Value], returning types: Signature, onEnd: @escaping (Result<[Value], BusError>) -> Void
    ) async throws(BusError) -> [Value] {
        let message = try OutgoingMessage(MethodCall(member, arguments, of: .bus, on: .bus, at: .bus))
        return try await transport.call(message, returning: types, within: Self.patience, onEnd: onEnd)
    }
}
