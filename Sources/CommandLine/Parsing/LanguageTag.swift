// SPDX-License-Identifier: MIT

/// Language tags as BCP 47 has them.
enum LanguageTag {
    /// Whether `text` has the form of a tag (RFC 5646 §2.1, without its finer rules): a language of two to eight letters, then subtags of up to eight letters or digits.
    static func isWellFormed(_ text: String) -> Bool {
        let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let language = subtags.first, 2...8 ~= language.count, language.allSatisfy(isLetter) else { return false }
        return subtags.dropFirst().allSatisfy { 1...8 ~= $0.count && $0.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 } }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
}
