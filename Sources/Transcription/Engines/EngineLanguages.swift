// SPDX-License-Identifier: MIT

/// The languages an engine knows, by the first part of their BCP 47 tags.
enum EngineLanguages: Hashable, Sendable {
    /// It may know any; its model decides.
    case any
    /// These, and no other.
    case only(Set<String>)

    /// All of them, in alphabetical order; none where any may be one.
    var all: [String] {
        switch self {
        case .any: []
        case .only(let languages): languages.sorted()
        }
    }

    /// Whether `language` may be one of them.
    func contains(_ language: String) -> Bool {
        switch self {
        case .any: true
        case .only(let languages): languages.contains(language)
        }
    }

    /// The first part of a BCP 47 tag, the language without its region: `de` of `de-CH`.
    static func primary(of locale: String) -> String {
        locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
    }
}
