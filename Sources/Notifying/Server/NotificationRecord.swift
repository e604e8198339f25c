// SPDX-License-Identifier: MIT

internal import DBus

/// A notification that stands, so that a later recorder finds it: which server shows it, and its number there.
struct NotificationRecord: Hashable, Sendable {
    /// The bus, by the id it gave itself when it started: on another one the same unique name is somebody else's.
    var bus: String
    /// The server's unique name, which the bus never gives to a second one.
    var server: BusName
    /// The number.
    var id: UInt32
}
