// SPDX-License-Identifier: MIT

internal import Localization

/// The objects of a connection, and which of their methods a call means.
///
/// Routing is a pure function from the header of a call to what answers it, so every miss is a case with a sentence,
/// and a test can go through all of them.
package struct ObjectTable: Sendable {
    private(set) var objects: [ObjectPath: BusObject] = [:]

    package init() {}

    /// Adds `object`; stops the process when its path is taken.
    package mutating func add(_ object: BusObject) {
        precondition(objects.updateValue(object, forKey: object.path) == nil, "there are two objects at \(object.path)")
    }

    mutating func remove(_ path: ObjectPath) { objects[path] = nil }

    /// What answers the call.
    package func route(_ call: CallHeader) -> Route {
        guard let object = objects[call.path] else { return routeWithoutObject(call) }
        guard let interface = call.interface else { return route(call, byNameIn: object) }
        if let own = object.interfaces.first(where: { $0.name == interface }) {
            guard let method = own.method(call.member) else { return Self.unknownMethod(call, of: interface) }
            return Self.check(call, takes: method.input, .method(method, of: interface))
        }
        guard let standard = StandardInterface(rawValue: interface.text) else {
            let names = object.interfaces.map(\.name.text) + StandardInterface.allCases.map(\.rawValue)
            return .refuse(
                .unknownInterface,
                localized("The object {path} has no interface {interface}. It has {names}.", ["path": "\(call.path)", "interface": "\(interface)", "names": names.joined(separator: ", ")]))
        }
        return route(call, to: standard, of: object) ?? Self.unknownMethod(call, of: interface)
    }

    /// A call without an interface goes to the first method of that name; the object's own come first.
    private func route(_ call: CallHeader, byNameIn object: BusObject) -> Route {
        for interface in object.interfaces {
            guard let method = interface.method(call.member) else { continue }
            return Self.check(call, takes: method.input, .method(method, of: interface.name))
        }
        let standard = StandardInterface.allCases.lazy.compactMap { route(call, to: $0, of: object) }.first
        return standard ?? .refuse(.unknownMethod, localized("The object {path} has no method {member} in any of its interfaces.", ["path": "\(call.path)", "member": "\(call.member)"]))
    }

    /// Paths above an object can be introspected, so that tools find it, and every path answers to Peer.
    private func routeWithoutObject(_ call: CallHeader) -> Route {
        let standard = call.interface.map { [StandardInterface(rawValue: $0.text)].compactMap(\.self) } ?? StandardInterface.allCases
        for interface in standard {
            if let route = route(call, to: interface, of: nil) { return route }
        }
        let paths = objects.keys.map(\.text).sorted().joined(separator: ", ")
        return .refuse(
            .unknownObject,
            paths.isEmpty
                ? localized("There is no object {path} here, nor any other.", ["path": "\(call.path)"])
                : localized("There is no object {path} here. The objects are {paths}.", ["path": "\(call.path)", "paths": paths]))
    }

    /// What answers a call to a standard interface; nil when it has no such method, or not there.
    private func route(_ call: CallHeader, to interface: StandardInterface, of object: BusObject?) -> Route? {
        switch (interface, call.member.text) {
        case (.peer, "Ping"): Self.check(call, takes: .none, .ping)
        case (.peer, "GetMachineId"): Self.check(call, takes: .none, .machineID)
        case (.introspectable, "Introspect"): introspection(of: call.path).map { Self.check(call, takes: .none, .introspect($0)) }
        case (.properties, "Get"): object.map { Self.check(call, takes: .get, .get($0)) }
        case (.properties, "GetAll"): object.map { Self.check(call, takes: .getAll, .getAll($0)) }
        case (.properties, "Set"): object.map { Self.check(call, takes: .set, .set($0)) }
        default: nil
        }
    }

    private func introspection(of path: ObjectPath) -> String? {
        if let object = objects[path] { return object.introspection }
        let prefix = path.text == "/" ? "/" : "\(path)/"
        let below = objects.keys.lazy.map(\.text).filter { $0.hasPrefix(prefix) }
        let children = Set(below.map { $0.dropFirst(prefix.count).prefix { $0 != "/" } }).sorted()
        guard !children.isEmpty else { return nil }
        let nodes = children.map { "  <node name=\"\($0)\"/>\n" }.joined()
        return StandardInterface.doctype + "<node>\n\(StandardInterface.introspectableDocument)\(nodes)</node>\n"
    }

    private static func unknownMethod(_ call: CallHeader, of interface: InterfaceName) -> Route {
        .refuse(.unknownMethod, localized("The interface {interface} has no method {member}.", ["interface": "\(interface)", "member": "\(call.member)"]))
    }

    private static func check(_ call: CallHeader, takes input: Signature, _ route: Route) -> Route {
        guard call.signature != input else { return route }
        return .refuse(.invalidArgs, localized("{member} takes {wanted}, but was called with {given}.", ["member": "\(call.member)", "wanted": describe(input), "given": describe(call.signature)]))
    }

    private static func describe(_ signature: Signature) -> String {
        signature.text.isEmpty ? localized("no arguments") : localized("arguments of the types “{signature}”", ["signature": "\(signature)"])
    }
}

extension Signature {
    fileprivate static let get: Signature = "ss"
    fileprivate static let getAll: Signature = "s"
    fileprivate static let set: Signature = "ssv"
}
