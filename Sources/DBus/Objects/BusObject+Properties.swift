// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Localization
internal import Logging

/// What `org.freedesktop.DBus.Properties` does.
extension BusObject {
    /// The value of a property now; an empty interface name means the first that has the property.
    @LoopActor
    func get(_ name: String, of interface: String) async throws -> Value {
        let property = try find(name, of: interface)
        return try value(of: property, measured: await property.measure?())
    }

    /// The values of all properties of an interface now; an empty name means all interfaces.
    @LoopActor
    func getAll(of interface: String) async throws -> [Value.Entry] {
        let properties = try find(interface).flatMap(\.properties)
        // Measured first: all the others are then of the moment of the answer, and not older than a signal sent before it.
        var measured: [Value?] = []
        for property in properties {
            measured.append(try await property.measure?())
        }
        return try zip(properties, measured).map { property, measured in
            Value.Entry(.string(property.name.text), .variant(try value(of: property, measured: measured)))
        }
    }

    /// Sets a property, and answers what `Set` does: nothing.
    @LoopActor
    func set(_ name: String, of interface: String, to value: Value) throws -> [Value] {
        let property = try find(name, of: interface)
        guard let set = property.set else {
            throw BusError.remote(name: .propertyReadOnly, message: localized("The property {name} can't be set.", ["name": "\(property.name)"]))
        }
        guard value.signature == property.type else {
            throw BusError.remote(
                name: .invalidArgs,
                message: localized("The property {name} is of the type “{type}”, not “{signature}”.", ["name": "\(property.name)", "type": "\(property.type)", "signature": "\(value.signature)"]))
        }
        try set(value)
        return []
    }

    @LoopActor
    func value(of property: Property, measured: Value? = nil) throws(BusError) -> Value {
        let value = measured ?? property.get()
        guard value.signature == property.type else {
            log.error("the property \(property.name) was declared as “\(property.type)” and answers “\(value.signature)”")
            throw .remote(name: .failed, message: localized("The property {name} can't be read: this is a fault of the program.", ["name": "\(property.name)"]))
        }
        return value
    }

    private func find(_ name: String, of interface: String) throws(BusError) -> Property {
        let properties = try find(interface).lazy.flatMap(\.properties)
        guard let property = properties.first(where: { $0.name.text == name }) else {
            let place = interface.isEmpty ? localized("The object {path}", ["path": "\(path)"]) : localized("The interface {interface}", ["interface": "\(interface)"])
            throw .remote(name: .unknownProperty, message: localized("{place} has no property “{name}”.", ["place": place, "name": name.excerpt(characters: 100)]))
        }
        return property
    }

    private func find(_ interface: String) throws(BusError) -> [Interface] {
        guard !interface.isEmpty else { return interfaces }
        let found = interfaces.filter { $0.name.text == interface }
        guard !found.isEmpty || StandardInterface(rawValue: interface) != nil else {
            throw .remote(name: .unknownInterface, message: localized("The object {path} has no interface “{interface}”.", ["path": "\(path)", "interface": interface.excerpt(characters: 100)]))
        }
        return found
    }
}
