// SPDX-License-Identifier: MIT

internal import CDBus
internal import EventLoop
internal import Logging

extension Connection {
    /// Puts `object` on the bus.
    ///
    /// Do it before asking for a name: calls arrive as soon as the name is ours, even before the answer to ``requestName(_:)``.
    ///
    /// Stops the process when there is an object at that path already.
    public func export(_ object: BusObject) { objects.add(object) }

    /// Takes the object at `path` from the bus.
    public func unexport(_ path: ObjectPath) { objects.remove(path) }

    /// Sends a signal of an exported object.
    ///
    /// It is on its way, ahead of all that is sent later, when this returns. When the bus is gone, it is not sent.
    ///
    /// Stops the process when the object doesn't declare the signal with these types.
    public func emit(_ signal: MemberName, _ arguments: [Value] = [], of interface: InterfaceName, on path: ObjectPath) {
        let declared = objects.objects[path]?.interfaces.first { $0.name == interface }?.signals.first { $0.name == signal }
        precondition(declared?.arguments == arguments.signature, "\(path) does not declare the signal \(interface).\(signal) of “\(arguments.signature)”")
        send(signal, of: interface, on: path, arguments)
    }

    /// Sends one `PropertiesChanged` with the values `properties` have now.
    ///
    /// Stops the process when the object doesn't declare one of them, or declares that its changes are not told.
    public func emitPropertiesChanged(_ properties: [MemberName], of interface: InterfaceName, on path: ObjectPath) {
        guard let declared = objects.objects[path]?.interfaces.first(where: { $0.name == interface }) else {
            preconditionFailure("\(path) does not declare the interface \(interface)")
        }
        var changed: [Value.Entry] = []
        var invalidated: [Value] = []
        for name in properties {
            let property = declared.properties.first { $0.name == name }
            switch property?.change {
            case .announced: changed.append(Value.Entry(.string(name.text), .variant(property?.get() ?? .boolean(false))))
            case .invalidated: invalidated.append(.string(name.text))
            default: preconditionFailure("\(interface) does not declare that changes of \(name) are told")
            }
        }
        let values: [Value] = [.string(interface.text), .dictionary(keys: "s", values: "v", changed), .array(of: "s", invalidated)]
        send("PropertiesChanged", of: "org.freedesktop.DBus.Properties", on: path, values)
    }

    private func send(_ signal: MemberName, of interface: InterfaceName, on path: ObjectPath, _ arguments: [Value]) {
        do throws(BusError) {
            try transport.send(OutgoingMessage(signal: signal, of: interface, on: path, arguments))
        } catch .disconnected {
            return
        } catch {
            log.error("the signal \(signal) was not sent: \(error)")
        }
    }

    // MARK: Answering

    func receiveCall(_ message: borrowing IncomingMessage) {
        // libdbus proves path and member, and the bus adds the sender: without one there is nobody to answer.
        guard let sender = message.sender, let path = message.path, let member = message.member else { return }
        let origin = CallOrigin(sender: sender, serial: message.serial, wantsReply: message.wantsReply)
        let header = CallHeader(path: path, interface: message.interface, member: member, signature: message.signature)
        guard calls.count < RunningCalls.limit else {
            return refuse(origin, BusError.remote(name: .limitsExceeded, message: "\(RunningCalls.limit) calls are being worked on already. Try again later."))
        }
        let route = objects.route(header)
        let arguments: [Value]
        do throws(BusError) { arguments = try Self.isRefusal(route) ? [] : message.values() } catch {
            return refuse(origin, BusError.remote(name: .limitsExceeded, message: error.description))
        }
        calls.start { await self.answer(origin, header, route, arguments) }
    }

    private static func isRefusal(_ route: Route) -> Bool {
        if case .refuse = route { true } else { false }
    }

    private func answer(_ origin: CallOrigin, _ header: CallHeader, _ route: Route, _ arguments: [Value]) async {
        do {
            let values = try await perform(route, for: origin, header, arguments)
            guard origin.wantsReply else { return }
            try transport.send(OutgoingMessage(replyingTo: origin, values))
        } catch {
            refuse(origin, error)
        }
    }

    private func perform(_ route: Route, for origin: CallOrigin, _ header: CallHeader, _ arguments: [Value]) async throws -> [Value] {
        switch route {
        case .method(let method, let interface):
            let invocation = Invocation(sender: origin.sender, path: header.path, interface: interface, member: header.member, arguments: arguments)
            return try Self.check(try await method.handler(invocation), of: method)
        case .get(let object): return [.variant(try await object.get(arguments.text(1), of: arguments.text(0)))]
        case .getAll(let object): return [.dictionary(keys: "s", values: "v", try await object.getAll(of: arguments.text(0)))]
        case .set(let object):
            try object.set(arguments.text(1), of: arguments.text(0), to: arguments[2].content)
            return []
        case .introspect(let document): return [.string(document)]
        case .ping: return []
        case .machineID: return [.string(try Self.machineID())]
        case .refuse(let name, let message): throw BusError.remote(name: name, message: message)
        }
    }

    private static func check(_ values: [Value], of method: BusObject.Method) throws(BusError) -> [Value] {
        guard values.signature != method.output else { return values }
        log.error("the method \(method.name) was declared to answer “\(method.output)” and answered “\(values.signature)”")
        throw .remote(name: .failed, message: "\(method.name) was carried out, but its answer can't be sent: this is a fault of the program.")
    }

    private func refuse(_ origin: CallOrigin, _ error: any Error) {
        guard origin.wantsReply, transport.isOpen else { return }
        let (name, message) =
            switch error {
            case BusError.remote(let name, let message): (name, message)
            case is CancellationError: (ErrorName.failed, BusError.cancelled.description)
            default: (ErrorName.failed, "\(error)")
            }
        // An error to somebody who has left is of no interest to anybody.
        _ = try? transport.send(OutgoingMessage(refusing: origin, name, message))
    }

    private static func machineID() throws(BusError) -> String {
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let characters = dbus_try_get_local_machine_id(&error) else {
            throw .remote(name: .failed, message: error.message.map { String(cString: $0) } ?? "This machine has no id.")
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
