// SPDX-License-Identifier: MIT

extension Value {
    /// An `a{sv}` of `pairs`, in the order of the keys, so that the same content is the same message.
    public static func options(_ pairs: [String: Value]) -> Value {
        .dictionary(keys: .string, values: .variant, pairs.sorted { $0.key < $1.key }.map { Entry(.string($0.key), .variant($0.value)) })
    }

    /// An `as`.
    public static func strings(_ strings: [String]) -> Value {
        .array(of: .string, strings.map { .string($0) })
    }

    /// The content of a variant, however deep, or the value itself.
    public var unwrapped: Value {
        guard case .variant(let content) = self else { return self }
        return content.unwrapped
    }

    /// The text of a string, an object path or a signature, in a variant too; nil for other types.
    public var text: String? {
        switch unwrapped {
        case .string(let text): text
        case .objectPath(let path): path.text
        case .signature(let signature): signature.text
        default: nil
        }
    }

    /// The value of a boolean, in a variant too; nil for other types.
    public var boolean: Bool? {
        guard case .boolean(let value) = unwrapped else { return nil }
        return value
    }

    /// The value of any integer type, in a variant too; nil for other types and for what is above `Int64.max`.
    public var integer: Int64? {
        switch unwrapped {
        case .byte(let value): Int64(value)
        case .int16(let value): Int64(value)
        case .uint16(let value): Int64(value)
        case .int32(let value): Int64(value)
        case .uint32(let value): Int64(value)
        case .int64(let value): value
        case .uint64(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The value of a `d`, in a variant too; nil for other types.
    public var double: Double? {
        guard case .double(let value) = unwrapped else { return nil }
        return value
    }

    /// The elements of an `as`, in a variant too; nil for other types.
    public var strings: [String]? {
        guard case .array(.string, let elements) = unwrapped else { return nil }
        return elements.compactMap(\.text)
    }

    /// The elements of an array other than `ay`, or the members of a structure, in a variant too; nil for other types.
    public var elements: [Value]? {
        switch unwrapped {
        case .array(_, let elements): elements
        case .structure(let members): members
        default: nil
        }
    }

    /// The content of an `a{sv}` without its variants, in a variant too; nil for other types.
    ///
    /// Of keys that come twice, the last one counts.
    public var options: [String: Value]? {
        guard case .dictionary(.string, .variant, let entries) = unwrapped else { return nil }
        var result: [String: Value] = [:]
        for case let entry in entries {
            guard case .string(let key) = entry.key, case .variant(let value) = entry.value else { continue }
            result[key] = value
        }
        return result
    }
}
