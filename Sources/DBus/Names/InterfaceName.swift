// SPDX-License-Identifier: MIT

internal import CDBus

/// The name of an interface, such as `org.freedesktop.DBus.Properties`.
public struct InterfaceName: ValidatedText {
    /// The text itself.
    public let text: String

    /// Takes `text` if it is a valid interface name.
    public init?(_ text: String) {
        guard !text.containsNUL, dbus_validate_interface(text, nil) != 0 else { return nil }
        self.text = text
    }

    /// Takes what libdbus has checked.
    init(checked text: String) { self.text = text }
}
