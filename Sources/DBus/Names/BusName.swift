// SPDX-License-Identifier: MIT

internal import CDBus

/// The name of a connection: the unique one the bus gave it, such as `:1.42`, or a well-known one it asked for, such
/// as `org.freedesktop.Notifications`.
public struct BusName: ValidatedText {
    /// The text itself.
    public let text: String

    /// Takes `text` if it is a valid bus name.
    public init?(_ text: String) {
        guard !text.containsNUL, dbus_validate_bus_name(text, nil) != 0 else { return nil }
        self.text = text
    }

    /// Takes what libdbus has checked.
    init(checked text: String) { self.text = text }
}
