// SPDX-License-Identifier: MIT

internal import CDBus
internal import Localization

/// Reads the values of a message, which libdbus has found valid, up to our limits.
struct BodyReader {
    private var bytes = 0
    private var values = 0

    static func read(_ message: OpaquePointer) throws(BusError) -> [Value] {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
        var reader = BodyReader()
        return try reader.row(&iterator, depth: 0)
    }

    /// Reads from `iterator` to the end of its container.
    private mutating func row(_ iterator: inout DBusMessageIter, depth: Int) throws(BusError) -> [Value] {
        var result: [Value] = []
        while dbus_message_iter_get_arg_type(&iterator) != cdbus_type_invalid {
            result.append(try value(&iterator, depth: depth))
            dbus_message_iter_next(&iterator)
        }
        return result
    }

    private mutating func value(_ iterator: inout DBusMessageIter, depth: Int) throws(BusError) -> Value {
        values += 1
        try count(8)
        guard depth <= Limits.depth else { throw .invalid(reason: Limits.sentence) }
        let type = dbus_message_iter_get_arg_type(&iterator)
        switch type {
        case cdbus_type_array: return try array(&iterator, depth: depth + 1)
        case cdbus_type_struct: return .structure(try inside(&iterator, depth: depth + 1))
        case cdbus_type_variant:
            guard let content = try inside(&iterator, depth: depth + 1).first else { throw .invalid(reason: localized("A variant came without content.")) }
            return .variant(content)
        case cdbus_type_string, cdbus_type_object_path, cdbus_type_signature: return try text(&iterator, type)
        default: return try basic(&iterator, type)
        }
    }

    private mutating func inside(_ iterator: inout DBusMessageIter, depth: Int) throws(BusError) -> [Value] {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        return try row(&inner, depth: depth)
    }

    private mutating func array(_ iterator: inout DBusMessageIter, depth: Int) throws(BusError) -> Value {
        switch dbus_message_iter_get_element_type(&iterator) {
        case cdbus_type_byte: return .bytes(try block(&iterator))
        case cdbus_type_dict_entry:
            let type = Self.signature(&iterator)
            return .dictionary(
                keys: Signature(checked: String(type.dropFirst(2).prefix(1))), values: Signature(checked: String(type.dropFirst(3).dropLast())),
                try entries(&iterator, depth: depth))
        default:
            let type = Self.signature(&iterator)
            return .array(of: Signature(checked: String(type.dropFirst())), try inside(&iterator, depth: depth))
        }
    }

    private mutating func entries(_ iterator: inout DBusMessageIter, depth: Int) throws(BusError) -> [Value.Entry] {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        var result: [Value.Entry] = []
        while dbus_message_iter_get_arg_type(&inner) != cdbus_type_invalid {
            let pair = try inside(&inner, depth: depth + 1)
            guard pair.count == 2 else { throw .invalid(reason: localized("A dictionary came with an entry that is no pair.")) }
            result.append(Value.Entry(pair[0], pair[1]))
            dbus_message_iter_next(&inner)
        }
        return result
    }

    private mutating func block(_ iterator: inout DBusMessageIter) throws(BusError) -> [UInt8] {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        var start: UnsafePointer<UInt8>?
        var length: Int32 = 0
        dbus_message_iter_get_fixed_array(&inner, &start, &length)
        try count(Int(length))
        return Array(UnsafeBufferPointer(start: start, count: Int(length)))
    }

    private mutating func text(_ iterator: inout DBusMessageIter, _ type: Int32) throws(BusError) -> Value {
        guard let characters = Self.basic(&iterator).str else { throw .invalid(reason: localized("A text came without content.")) }
        let text = String(cString: characters)
        try count(text.utf8.count)
        return switch type {
        case cdbus_type_object_path: .objectPath(ObjectPath(checked: text))
        case cdbus_type_signature: .signature(Signature(checked: text))
        default: .string(text)
        }
    }

    private func basic(_ iterator: inout DBusMessageIter, _ type: Int32) throws(BusError) -> Value {
        let value = Self.basic(&iterator)
        switch type {
        case cdbus_type_byte: return .byte(value.byt)
        case cdbus_type_boolean: return .boolean(value.bool_val != 0)
        case cdbus_type_int16: return .int16(value.i16)
        case cdbus_type_uint16: return .uint16(value.u16)
        case cdbus_type_int32: return .int32(value.i32)
        case cdbus_type_uint32: return .uint32(value.u32)
        case cdbus_type_int64: return .int64(Int64(value.i64))
        case cdbus_type_uint64: return .uint64(UInt64(value.u64))
        case cdbus_type_double: return .double(value.dbl)
        case cdbus_type_unix_fd:
            // libdbus hands out a duplicate that is ours, or -1 when no descriptor is left.
            guard value.fd >= 0 else { throw .invalid(reason: localized("A file descriptor came, but this process may not open any more of them.")) }
            return .fileDescriptor(FileDescriptor(owning: value.fd))
        default: throw .invalid(reason: localized("A value of the unknown type {type} came.", ["type": "\(type)"]))
        }
    }

    private mutating func count(_ size: Int) throws(BusError) {
        bytes += size
        guard values <= Limits.values, bytes <= Limits.bytes else { throw .invalid(reason: Limits.sentence) }
    }

    private static func basic(_ iterator: inout DBusMessageIter) -> DBusBasicValue {
        var value = DBusBasicValue()
        dbus_message_iter_get_basic(&iterator, &value)
        return value
    }

    private static func signature(_ iterator: inout DBusMessageIter) -> String {
        guard let characters = dbus_message_iter_get_signature(&iterator) else { preconditionFailure("no memory is left for a message") }
        defer { dbus_free(characters) }
        return String(cString: characters)
    }
}
