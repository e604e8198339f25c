// SPDX-License-Identifier: MIT

/// A major version of GNOME Shell, which is what extensions are made for.
public struct ShellVersion: Hashable, Sendable, CustomStringConvertible {
    /// The number, such as 43.
    public let number: Int

    /// The version that `text` begins with, after words that are none: `43`, `43.9`, `50.beta`, `GNOME Shell 43.9`; nil when there is none.
    ///
    /// Versions before 40 were numbered in another way, `3.38.4`, and count as 3.
    public init?(_ text: String) {
        guard let start = text.firstIndex(where: \.isASCIIDigit) else { return nil }
        let digits = text[start...].prefix(while: \.isASCIIDigit)
        guard text[..<start].allSatisfy({ $0.isLetter || $0 == " " }), let number = Int(digits) else { return nil }
        let rest = text[digits.endIndex...]
        guard rest.isEmpty || rest.hasPrefix(".") || rest.first?.isWhitespace == true else { return nil }
        self.number = number
    }

    /// The number.
    public var description: String { "\(number)" }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
