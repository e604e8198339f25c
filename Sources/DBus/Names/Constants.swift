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
    /// The properties of any object.
    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
}

extension Signature {
    /// A string.
    static let string: Signature = "s"
    /// A variant.
    static let variant: Signature = "v"
    /// No values.
    static let none: Signature = ""
    /// What ``MemberName/propertiesChanged`` carries.
    static let propertiesChanged: Signature = "sa{sv}as"
    /// A dictionary of options or properties.
    static let options: Signature = "a{sv}"
}

extension MemberName {
    /// The signal of ``InterfaceName/properties``.
    static let propertiesChanged: MemberName = "PropertiesChanged"
}
