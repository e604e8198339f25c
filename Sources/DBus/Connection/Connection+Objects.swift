// SPDX-License-Identifier: MIT

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
        guard let types = declared?.arguments, types == arguments.signature else {
            preconditionFailure("\(path) does not declare the signal \(interface).\(signal) of “\(arguments.signature)”")
        }
        send(signal) { () throws(BusError) in try OutgoingMessage(signal: signal, of: interface, on: path, arguments, types: types) }
    }

    /// Sends one `PropertiesChanged` with the values `properties` have now.
    ///
    /// Stops the process when the object doesn't declare one of them, or declares that its changes are not told.
    public func emitPropertiesChanged(_ properties: [MemberName], of interface: InterfaceName, on path: ObjectPath) {
        guard let object = objects.objects[path], let declared = object.interfaces.first(where: { $0.name == interface }) else {
            preconditionFailure("\(path) does not declare the interface \(interface)")
        }
        var changes = PropertyChanges(interface: interface)
        changes.changed.reserveCapacity(properties.count)
        for name in properties {
            guard let property = declared.property(name), property.isTold else {
                preconditionFailure("\(interface) does not declare that changes of \(name) are told")
            }
            // One that can't be read is in the log, and the listener has to ask for it.
            if property.change == .announced, let value = try? object.value(of: property) {
                changes.changed.append((name, value))
            } else {
                changes.invalidated.append(name)
            }
        }
        send(.propertiesChanged) { () throws(BusError) in try OutgoingMessage(changes, on: path) }
    }

    private func send(_ signal: MemberName, _ message: () throws(BusError) -> OutgoingMessage) {
        do throws(BusError) {
            try transport.send(message())
        } catch .disconnected {
            return
        } catch {
            log.error("the signal \(signal) was not sent: \(error)")
        }
    }
}

extension BusObject.Property {
    /// Whether there is a signal when it changes.
    fileprivate var isTold: Bool { change == .announced || change == .invalidated }
}
