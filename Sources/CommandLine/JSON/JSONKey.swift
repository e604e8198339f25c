// SPDX-License-Identifier: MIT

/// A member of the JSON objects we print: one value for its name, its meaning in help, and its value.
struct JSONKey<Subject>: Sendable {
    /// The name: that of the bus where the bus has the same.
    let name: String
    /// What it says, for help.
    let meaning: StaticString
    /// Its value.
    let value: @Sendable (Subject) -> JSON

    init(_ name: String, _ meaning: StaticString, _ value: @escaping @Sendable (Subject) -> JSON) {
        self.name = name
        self.meaning = meaning
        self.value = value
    }
}

extension JSON {
    /// An object with a member for each of `keys`.
    static func object<Subject>(_ subject: Subject, _ keys: [JSONKey<Subject>]) -> JSON {
        .object(keys.map { Member(name: $0.name, value: $0.value(subject)) })
    }

    /// A string, or null for an empty one.
    static func text(_ text: String) -> JSON { text.isEmpty ? .null : .string(text) }
}
