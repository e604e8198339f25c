// SPDX-License-Identifier: MIT

package import DBus

/// A notification that stands, so that a later recorder finds it: which server shows it, and its number there.
package struct NotificationRecord: Hashable, Sendable {
    /// The bus, by the id it gave itself when it started: on another one the same unique name is somebody else's.
    package var bus: String
    /// The server's unique name, which the bus never gives to a second one.
    package var server: BusName
    /// The number.
    package var id: UInt32
}
