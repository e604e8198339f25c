// SPDX-License-Identifier: MIT

/// The interfaces that every object has.
///
/// [Standard interfaces](https://dbus.freedesktop.org/doc/dbus-specification.html#standard-interfaces)
enum StandardInterface: String, CaseIterable {
    case peer = "org.freedesktop.DBus.Peer"
    case introspectable = "org.freedesktop.DBus.Introspectable"
    case properties = "org.freedesktop.DBus.Properties"

    static let doctype = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

        """

    /// What a path above an object has.
    static let introspectableDocument = """
          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect">
              <arg name="xml_data" type="s" direction="out"/>
            </method>
          </interface>
          <interface name="org.freedesktop.DBus.Peer">
            <method name="Ping"/>
            <method name="GetMachineId">
              <arg name="machine_uuid" type="s" direction="out"/>
            </method>
          </interface>

        """
}
