// SPDX-License-Identifier: MIT

extension Value {
    /// The value's type: one complete type.
    public var signature: Signature { Signature(checked: typeText) }

    private var typeText: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .fileDescriptor: "h"
        case .bytes: "ay"
        case .array(let element, _): "a" + element.text
        case .dictionary(let keys, let values, _): "a{\(keys.text)\(values.text)}"
        case .structure(let members): "(\(members.map(\.typeText).joined()))"
        case .variant: "v"
        }
    }
}

extension [Value] {
    /// The types of the values in a row.
    public var signature: Signature {
        switch count {
        case 0: Signature(checked: "")
        case 1: self[0].signature
        default: Signature(checked: map(\.signature.text).joined())
        }
    }
}
