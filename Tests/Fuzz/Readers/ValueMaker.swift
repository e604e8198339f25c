// SPDX-License-Identifier: MIT

import DBus

/// Makes values of bytes: each byte is a choice, so that a small change of the bytes is a small change of the values.
///
/// Some may not be sent: elements that aren't of the type of their array, types that are none, too many levels.
struct ValueMaker {
    private var bytes: ArraySlice<UInt8>
    private var left = 2000

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// As many values as the bytes have.
    mutating func row() -> [Value] {
        var values: [Value] = []
        while !bytes.isEmpty, left > 0 { values.append(value(depth: 0)) }
        return values
    }

    private mutating func value(depth: Int) -> Value {
        left -= 1
        let choice = byte()
        switch choice % 20 {
        case 0: return .byte(byte())
        case 1: return .boolean(byte() % 2 == 1)
        case 2: return .int16(Int16(truncatingIfNeeded: number(2)))
        case 3: return .uint16(UInt16(truncatingIfNeeded: number(2)))
        case 4: return .int32(Int32(truncatingIfNeeded: number(4)))
        case 5: return .uint32(UInt32(truncatingIfNeeded: number(4)))
        case 6: return .int64(Int64(bitPattern: number(8)))
        case 7: return .uint64(number(8))
        case 8: return .double(Double(bitPattern: number(8)))
        case 9, 10: return .string(text())
        case 11: return ObjectPath(text()).map { .objectPath($0) } ?? .objectPath("/a")
        case 12: return Signature(text()).map { .signature($0) } ?? .signature("as")
        case 13: return .bytes((0..<Int(byte() % 32)).map { _ in byte() })
        case 14, 15: return array(depth)
        case 16: return dictionary(depth)
        case 17: return .structure(several(depth))
        default: return depth < 80 ? .variant(value(depth: depth + 1)) : .byte(choice)
        }
    }

    private mutating func array(_ depth: Int) -> Value {
        let first = value(depth: depth + 1)
        let isEmpty = byte() % 4 == 0
        let type = byte() % 16 == 0 ? Signature(text()) ?? "" : first.signature
        return .array(of: type, isEmpty ? [] : [first] + several(depth).filter { $0.signature == first.signature || byte() % 16 == 0 })
    }

    private mutating func dictionary(_ depth: Int) -> Value {
        let (key, content) = (value(depth: depth + 1), value(depth: depth + 1))
        let entries = (0..<Int(byte() % 4)).map { _ in Value.Entry(key, content) }
        return .dictionary(keys: key.signature, values: content.signature, entries)
    }

    private mutating func several(_ depth: Int) -> [Value] {
        guard depth < 80, left > 0 else { return [] }
        return (0..<Int(byte() % 5)).map { _ in value(depth: depth + 1) }
    }

    private mutating func text() -> String { String(decoding: (0..<Int(byte() % 24)).map { _ in byte() }, as: UTF8.self) }

    private mutating func number(_ size: Int) -> UInt64 { (0..<size).reduce(0) { value, _ in value << 8 | UInt64(byte()) } }

    private mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    /// `values` as they arrive: the only texts that cannot be sent as they are have a NUL.
    static func withoutNUL(_ values: [Value]) -> [Value] { values.map(withoutNUL) }

    private static func withoutNUL(_ value: Value) -> Value {
        switch value {
        case .string(let text): .string(String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })))
        case .array(let type, let elements): .array(of: type, withoutNUL(elements))
        case .dictionary(let keys, let contents, let entries): .dictionary(keys: keys, values: contents, entries.map { Value.Entry(withoutNUL($0.key), withoutNUL($0.value)) })
        case .structure(let members): .structure(withoutNUL(members))
        case .variant(let content): .variant(withoutNUL(content))
        default: value
        }
    }
}
