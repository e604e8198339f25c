// SPDX-License-Identifier: MIT

internal import Localization

/// Proof that values can be sent, made before libdbus, which aborts on what it dislikes, sees the first of them.
///
/// Checked are the nesting, the number of values and their size, and the types of elements, keys and contents.
struct ValueCheck {
    private var bytes = 0
    private var values = 0

    /// Checks the values of one message.
    ///
    /// - Parameter types: the types that `body` is known to have, of which their maker was sure.
    static func check(_ body: [Value], types: Signature? = nil) throws(BusError) {
        var check = ValueCheck()
        for value in body {
            try check.visit(value, depth: 0)
        }
        // What is in a container was checked part by part; all of it together can still nest too deep, or be too long.
        guard types != nil || Signature(body.signature.text) != nil else {
            throw .invalid(reason: localized("The types “{signature}” are more than one message can carry.", ["signature": "\(body.signature)"]))
        }
    }

    /// Checks the values that `changes` tell.
    static func check(_ changes: PropertyChanges) throws(BusError) {
        var check = ValueCheck()
        // The interface and two arrays; of each property its name, and for the first array a variant.
        check.values = 3 + changes.changed.count * 2 + changes.invalidated.count
        for (name, value) in changes.changed {
            check.bytes += name.text.utf8.count + 16
            // In a variant of an entry of an array.
            try check.visitContent(value, depth: 3)
        }
    }

    private mutating func visit(_ value: Value, depth: Int) throws(BusError) {
        guard depth <= Limits.depth else { throw .invalid(reason: localized("A value is nested deeper than the {depth} levels that a message can carry.", ["depth": "\(Limits.depth)"])) }
        values += 1
        bytes += value.payload
        guard values <= Limits.values, bytes <= Limits.bytes else { throw .invalid(reason: Limits.sentence) }
        switch value {
        case .array(let element, let elements):
            guard element.text != "y" else { throw .invalid(reason: localized("An array of bytes has to be one block of bytes.")) }
            try insist(element.isSingle, on: element)
            for value in elements {
                try visit(value, as: element, depth: depth + 1)
            }
        case .dictionary(let keys, let contents, let entries):
            try insist(keys.text.utf8.count == 1 && keys.text != "v" && keys.isSingle && contents.isSingle, on: value.signature)
            for entry in entries {
                try visit(entry.key, as: keys, depth: depth + 2)
                try visit(entry.value, as: contents, depth: depth + 2)
            }
        case .structure(let members):
            guard !members.isEmpty else { throw .invalid(reason: localized("A structure has to have at least one member.")) }
            for member in members {
                try visit(member, depth: depth + 1)
            }
        case .variant(let content): try visitContent(content, depth: depth + 1)
        default: break
        }
    }

    private mutating func visitContent(_ value: Value, depth: Int) throws(BusError) {
        try visit(value, depth: depth)
        // What is in it was checked: only a long type can still be too long, or nest too deep.
        let type = value.signature
        try insist(type.text.utf8.count <= 32 || type.isSingle, on: type)
    }

    private mutating func visit(_ value: Value, as type: Signature, depth: Int) throws(BusError) {
        try visit(value, depth: depth)
        guard value.signature == type else {
            throw .invalid(reason: localized("A value of type “{signature}” stands where “{type}” was declared.", ["signature": "\(value.signature)", "type": "\(type)"]))
        }
    }

    private func insist(_ isValid: Bool, on type: @autoclosure () -> Signature) throws(BusError) {
        guard isValid else { throw .invalid(reason: localized("The type “{type}” is not one that a message can carry.", ["type": "\(type())"])) }
    }
}

extension Value {
    /// About how many bytes the value itself takes, without the values in it: no fewer than its reader counts.
    fileprivate var payload: Int {
        switch self {
        case .string(let text): text.utf8.count + 8
        case .objectPath(let path): path.text.utf8.count + 8
        case .signature(let signature): signature.text.utf8.count + 8
        case .bytes(let bytes): bytes.count + 8
        default: 8
        }
    }
}
