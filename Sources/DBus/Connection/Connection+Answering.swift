// SPDX-License-Identifier: MIT

internal import CDBus
internal import EventLoop
internal import Localization
internal import Logging

/// What becomes of calls to our objects.
extension Connection {
    /// Starts the task that answers a call.
    ///
    /// All calls go that way, refusals too, so that answers come in the order of the calls as far as their handlers allow.
    func receiveCall(_ message: borrowing IncomingMessage) {
        // libdbus proves path and member, and the bus adds the sender: without one there is nobody to answer.
        guard let sender = message.sender, let path = message.path, let member = message.member else { return }
        let origin = CallOrigin(sender: sender, serial: message.serial, wantsReply: message.wantsReply)
        let header = CallHeader(path: path, interface: message.interface, member: member, signature: message.signature)
        guard calls.count < RunningCalls.limit else {
            return refuse(origin, BusError.remote(name: .limitsExceeded, message: localized("{limit} calls are being worked on already. Try again later.", ["limit": "\(RunningCalls.limit)"])))
        }
        var route = objects.route(header)
        var arguments: [Value] = []
        if route.takesArguments {
            do throws(BusError) { arguments = try message.values() } catch { route = .refuse(.limitsExceeded, error.description) }
        }
        let invocation = Invocation(sender: sender, path: path, interface: route.interface ?? .properties, member: member, arguments: arguments)
        calls.start { number in
            Loop.shared.task { await self.answer(origin, route, invocation, as: number) }
        }
    }

    private func answer(_ origin: CallOrigin, _ route: Route, _ invocation: Invocation, as number: UInt64) async {
        defer { calls.end(number) }
        do {
            let values: [Value] =
                switch route {
                case .method(let method, _): try await method.handler(invocation)
                case .get(let object): [.variant(try await object.get(invocation.arguments.text(1), of: invocation.arguments.text(0)))]
                case .getAll(let object): [.dictionary(keys: .string, values: .variant, try await object.getAll(of: invocation.arguments.text(0)))]
                case .set(let object): try object.set(invocation.arguments.text(1), of: invocation.arguments.text(0), to: invocation.arguments[2].content)
                case .introspect(let document): [.string(document)]
                case .ping: []
                case .machineID: [.string(try Self.machineID())]
                case .refuse(let name, let message): throw BusError.remote(name: name, message: message)
                }
            guard origin.wantsReply else { return }
            guard values.signature == route.output else { throw Self.fault(invocation, route.output, values) }
            try transport.send(OutgoingMessage(replyingTo: origin, values, types: route.output))
        } catch {
            refuse(origin, error)
        }
    }

    private static func fault(_ call: Invocation, _ output: Signature, _ values: [Value]) -> BusError {
        log.error("\(call.interface).\(call.member) was declared to answer “\(output)” and answered “\(values.signature)”")
        return .remote(name: .failed, message: localized("{member} was carried out, but its answer can't be sent: this is a fault of the program.", ["member": "\(call.member)"]))
    }

    private func refuse(_ origin: CallOrigin, _ error: any Error) {
        guard origin.wantsReply else { return }
        let (name, message) =
            switch error {
            case BusError.remote(let name, let message): (name, message)
            case is CancellationError: (ErrorName.failed, BusError.cancelled.description)
            default: (ErrorName.failed, "\(error)")
            }
        // When the bus is gone, so is who called.
        _ = try? transport.send(OutgoingMessage(refusing: origin, name, message))
    }

    private static func machineID() throws(BusError) -> String {
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let characters = dbus_try_get_local_machine_id(&error) else {
            throw .remote(name: .failed, message: error.message.map { String(cString: $0) } ?? localized("This machine has no id."))
        }
        defer { dbus_free(characters) }
        return String(cString: characters)
    }
}

extension [Value] {
    /// The text at `index`, where the signature has proved that there is one.
    fileprivate func text(_ index: Int) -> String { self[index].text ?? "" }
}

extension Value {
    /// What a variant holds, where the signature has proved that it is one.
    fileprivate var content: Value {
        if case .variant(let content) = self { content } else { self }
    }
}
