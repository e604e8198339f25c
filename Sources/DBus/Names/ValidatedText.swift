// SPDX-License-Identifier: MIT

/// Text that obeys a grammar of the D-Bus specification, so that it may be handed to libdbus, which aborts the process
/// on text that doesn't.
///
/// A literal states a constant of our own and traps when it is wrong; text from elsewhere goes through ``init(_:)``,
/// which answers nil.
public protocol ValidatedText: Sendable, Hashable, LosslessStringConvertible, ExpressibleByStringLiteral {
    /// The text itself.
    var text: String { get }

    /// Takes `text`, or answers nil when it breaks the grammar.
    init?(_ text: String)
}

extension ValidatedText {
    /// The text itself.
    public var description: String { text }

    /// Takes a constant of our own; stops the process when it breaks the grammar.
    public init(stringLiteral literal: String) {
        guard let value = Self(literal) else { preconditionFailure("“\(literal)” is no valid \(Self.self)") }
        self = value
    }
}
