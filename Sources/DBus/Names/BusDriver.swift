// SPDX-License-Identifier: MIT

extension BusName {
    /// The bus itself.
    static let bus: BusName = "org.freedesktop.DBus"
}

extension ObjectPath {
    /// The bus itself.
    static let bus: ObjectPath = "/org/freedesktop/DBus"
}

extension InterfaceName {
    /// What the bus itself can do.
    static let bus: InterfaceName = "org.freedesktop.DBus"
}
