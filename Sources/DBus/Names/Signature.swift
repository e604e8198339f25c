// SPDX-License-Identifier: MIT

internal import CDBus

/// The types of a row of values, such as `sa{sv}`; empty for no value at all.
public struct Signature: ValidatedText {
    /// The text itself.
    public let text: String

    /// Takes `text` if it is a row of complete types, at most 255 bytes long and within the nesting the specification allows.
    public init?(_ text: String) {
        guard !text.containsNUL, dbus_signature_validate(text, nil) != 0 else { return nil }
        self.text = text
    }

    /// Takes what libdbus has checked, or what was put together from checked parts.
    init(checked text: String) { self.text = text }

    /// Whether it is exactly one complete type, as an element of an array or the content of a variant must be.
    ///
    /// The only letter that is none is that of an array, which an array of nothing has for its type.
    public var isSingle: Bool { text.utf8.count == 1 ? text != "a" : dbus_signature_validate_single(text, nil) != 0 }
}
