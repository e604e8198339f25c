// SPDX-License-Identifier: MIT

internal import CDBus

/// The name of an error, such as `org.freedesktop.DBus.Error.UnknownMethod`.
public struct ErrorName: ValidatedText {
    /// The text itself.
    public let text: String

    /// Takes `text` if it is a valid error name.
    public init?(_ text: String) {
        guard !text.containsNUL, dbus_validate_error_name(text, nil) != 0 else { return nil }
        self.text = text
    }

    /// Takes what libdbus has checked.
    init(checked text: String) { self.text = text }
}
