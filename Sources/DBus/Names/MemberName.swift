// SPDX-License-Identifier: MIT

internal import CDBus

/// The name of a method, a signal or a property, such as `Toggle`.
public struct MemberName: ValidatedText {
    /// The text itself.
    public let text: String

    /// Takes `text` if it is a valid member name.
    public init?(_ text: String) {
        guard !text.containsNUL, dbus_validate_member(text, nil) != 0 else { return nil }
        self.text = text
    }

    /// Takes what libdbus has checked.
    init(checked text: String) { self.text = text }
}
