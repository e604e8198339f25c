// SPDX-License-Identifier: MIT

/// Where a bus listens: a list of ways to reach it, tried one after the other.
public struct BusAddress: Sendable, Hashable {
    /// Takes an address in the specification's format.
    ///
    /// - Throws: ``BusError/noBus(reason:)`` when nothing in it can be used.
    public init(_ text: String) throws(BusError) { fatalError("unfinished") }

    /// The session bus of the environment: `DBUS_SESSION_BUS_ADDRESS`, else the socket `bus` in `XDG_RUNTIME_DIR`.
    ///
    /// - Throws: ``BusError/noBus(reason:)``, with a sentence that names the variable.
    public static func session() throws(BusError) -> BusAddress { fatalError("unfinished") }
}
