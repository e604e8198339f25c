// SPDX-License-Identifier: MIT

/// Languages as BCP 47 tags (`de-CH`), made of what people and environments write.
public enum LanguageTag {
    /// The variables that name the language of messages, the first that is set wins (locale(7)).
    public static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]

    /// The language `environment` asks for; English when it asks for none.
    public static func preferred(in environment: [String: String]) -> String {
        let locale = variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        return locale.flatMap(fromLocale) ?? "en"
    }

    /// The tag of a POSIX locale, `language[_territory][.codeset][@modifier]`; nil for `C`, `POSIX` and what is none.
    ///
    /// Of the modifiers, those that name a script are kept: `sr_RS@latin` is `sr-Latn-RS`.
    static func fromLocale(_ locale: String) -> String? {
        let parts = locale.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].prefix { $0 != "." }
        guard name != "C", name != "POSIX" else { return nil }
        var subtags = name.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        if parts.count > 1, let script = scripts[String(parts[1])] { subtags.insert(script, at: 1) }
        return normalized(subtags.joined(separator: "-"))
    }

    /// A tag in its usual letter case, `_` taken for `-`; nil when it cannot be one: subtags have one to eight ASCII letters or digits, the first two or three letters.
    public static func normalized(_ text: String) -> String? {
        let subtags = text.replacing("_", with: "-").split(separator: "-", omittingEmptySubsequences: false)
        guard let language = subtags.first, (2...3).contains(language.utf8.count), language.utf8.allSatisfy(isLetter) else { return nil }
        guard subtags.dropFirst().allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { isLetter($0) || isDigit($0) } }) else { return nil }
        let rest = subtags.dropFirst().map { subtag in
            switch subtag.utf8.count {
            case 2: subtag.uppercased()
            case 4 where subtag.utf8.allSatisfy(isLetter): subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased()
            default: subtag.lowercased()
            }
        }
        return ([language.lowercased()] + rest).joined(separator: "-")
    }

    private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
