// SPDX-License-Identifier: MIT

/// A JSON value (RFC 8259), to be written.
enum JSON: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case natural(UInt64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A name and its value; members keep their order.
    struct Member: Hashable, Sendable {
        let name: String
        let value: JSON
    }

    /// The value on one line, without blanks.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += value.description
        case .natural(let value): text += value.description
        // JSON has no word for what is not finite.
        case .number(let value): text += value.isFinite ? value.description : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let values): Self.write(values, in: ("[", "]"), to: &text) { $0.write(to: &$1) }
        case .object(let members):
            Self.write(members, in: ("{", "}"), to: &text) { member, text in
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
        }
    }

    private static func write<Item>(_ items: [Item], in brackets: (String, String), to text: inout String, _ write: (Item, inout String) -> Void) {
        text += brackets.0
        for (index, item) in items.enumerated() {
            if index > 0 { text += "," }
            write(item, &text)
        }
        text += brackets.1
    }
}
