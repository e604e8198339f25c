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
}
