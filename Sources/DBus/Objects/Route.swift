// SPDX-License-Identifier: MIT

/// What answers a call.
package enum Route: Sendable {
    /// A method of an object's own.
    case method(BusObject.Method, of: InterfaceName)
    /// `Get` of org.freedesktop.DBus.Properties
    case get(BusObject)
    /// `GetAll` of org.freedesktop.DBus.Properties
    case getAll(BusObject)
    /// `Set` of org.freedesktop.DBus.Properties
    case set(BusObject)
    /// `Introspect` of org.freedesktop.DBus.Introspectable, and its answer.
    case introspect(String)
    /// `Ping` of org.freedesktop.DBus.Peer
    case ping
    /// `GetMachineId` of org.freedesktop.DBus.Peer
    case machineID
    /// An error.
    case refuse(ErrorName, String)

    /// Whether the arguments of the call matter.
    var takesArguments: Bool {
        switch self {
        case .method, .get, .getAll, .set: true
        case .introspect, .ping, .machineID, .refuse: false
        }
    }

    /// The interface of the method, for those that are an object's own.
    var interface: InterfaceName? {
        if case .method(_, let interface) = self { interface } else { nil }
    }

    /// The types of the answer.
    var output: Signature {
        switch self {
        case .method(let method, _): method.output
        case .get: .variant
        case .getAll: .options
        case .introspect, .machineID: .string
        case .set, .ping, .refuse: .none
        }
    }
}
