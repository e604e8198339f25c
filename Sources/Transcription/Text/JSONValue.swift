// SPDX-License-Identifier: MIT

internal import CJSON

/// A JSON document as a program wrote it (RFC 8259).
///
/// Its texts are bytes, which need not be UTF-8: engines cut between tokens, and a token may end inside a character.
enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text([UInt8])
    case list([JSONValue])
    case object([String: JSONValue])

    /// Deeper than anything an engine writes.
    private static let depthLimit: Int32 = 32

    /// Reads a document and nothing behind it; nil when it is none.
    init?(_ bytes: some Collection<UInt8>) {
        guard let tokener = json_tokener_new_ex(Self.depthLimit), let count = Int32(exactly: bytes.count), count > 0 else { return nil }
        defer { json_tokener_free(tokener) }
        let bytes = Array(bytes)
        let document = bytes.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { json_tokener_parse_ex(tokener, $0.baseAddress, count) }
        }
        defer { json_object_put(document) }
        // A number ends where something else begins: at the end of the bytes the reader still waits for more of it.
        guard json_tokener_get_error(tokener) == json_tokener_success else { return nil }
        let rest = bytes[json_tokener_get_parse_end(tokener)...]
        guard rest.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D, 0x00].contains($0) }) else { return nil }
        self.init(document)
    }

    private init(_ value: OpaquePointer?) {
        switch json_object_get_type(value) {
        case json_type_boolean: self = .boolean(json_object_get_boolean(value) != 0)
        case json_type_double, json_type_int: self = .number(json_object_get_double(value))
        case json_type_string:
            let text = UnsafeRawBufferPointer(start: json_object_get_string(value), count: Int(json_object_get_string_len(value)))
            self = .text(Array(text))
        case json_type_array: self = .list((0..<json_object_array_length(value)).map { JSONValue(json_object_array_get_idx(value, $0)) })
        case json_type_object: self = .object(Self.members(of: value))
        default: self = .null
        }
    }

    private static func members(of object: OpaquePointer?) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        var iterator = json_object_iter_begin(object)
        var end = json_object_iter_end(object)
        while json_object_iter_equal(&iterator, &end) == 0 {
            if let name = json_object_iter_peek_name(&iterator) { members[String(cString: name)] = JSONValue(json_object_iter_peek_value(&iterator)) }
            json_object_iter_next(&iterator)
        }
        return members
    }

    /// A member of an object; nil when it has none of that name.
    subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The values of a list; nil when it is none.
    var elements: [JSONValue]? {
        if case .list(let elements) = self { elements } else { nil }
    }

    /// A number; nil when it is none.
    var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The bytes of a text; nil when it is none.
    var text: [UInt8]? {
        if case .text(let text) = self { text } else { nil }
    }

    /// A text with U+FFFD for what is no UTF-8; nil when it is none.
    var string: String? { text.map { String(decoding: $0, as: UTF8.self) } }
}
