// SPDX-License-Identifier: MIT

internal import CDBus

/// The path of an object, such as `/org/freedesktop/DBus`.
public struct ObjectPath: ValidatedText {
    /// The text itself.
    public let text: String

    /// Takes `text` if it is a valid object path.
    public init?(_ text: String) {
        guard !text.containsNUL, dbus_validate_path(text, nil) != 0 else { return nil }
        self.text = text
    }

    /// Takes what libdbus has checked.
    init(checked text: String) { self.text = text }
}
