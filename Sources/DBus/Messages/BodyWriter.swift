// SPDX-License-Identifier: MIT

internal import CDBus
internal import Localization

/// Writes values into a message.
///
/// They have passed ``ValueCheck``, so libdbus can only fail for lack of memory, or of descriptors.
struct BodyWriter {
    private var lacksDescriptors = false

    static func append(_ values: [Value], to message: OpaquePointer) throws(BusError) {
        try write(to: message) { writer, iterator in
            for value in values {
                writer.append(value, &iterator)
            }
        }
    }

    static func append(_ changes: PropertyChanges, to message: OpaquePointer) throws(BusError) {
        try write(to: message) { writer, iterator in
            writer.append(changes.interface.text, cdbus_type_string, &iterator)
            var changed = writer.open(cdbus_type_array, "{sv}", &iterator)
            for (name, value) in changes.changed {
                var pair = writer.open(cdbus_type_dict_entry, nil, &changed)
                writer.append(name.text, cdbus_type_string, &pair)
                writer.append(variant: value, &pair)
                writer.close(&pair, &changed)
            }
            writer.close(&changed, &iterator)
            var invalidated = writer.open(cdbus_type_array, "s", &iterator)
            for name in changes.invalidated {
                writer.append(name.text, cdbus_type_string, &invalidated)
            }
            writer.close(&invalidated, &iterator)
        }
    }

    private static func write(to message: OpaquePointer, _ body: (inout BodyWriter, inout DBusMessageIter) -> Void) throws(BusError) {
        var writer = BodyWriter()
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        body(&writer, &iterator)
        guard !writer.lacksDescriptors else {
            throw .invalid(reason: localized("A file descriptor can't be sent: this process may not open any more of them."))
        }
    }

    private mutating func append(_ value: Value, _ iterator: inout DBusMessageIter) {
        switch value {
        case .byte(let value): append(DBusBasicValue(byt: value), cdbus_type_byte, &iterator)
        case .boolean(let value): append(DBusBasicValue(bool_val: value ? 1 : 0), cdbus_type_boolean, &iterator)
        case .int16(let value): append(DBusBasicValue(i16: value), cdbus_type_int16, &iterator)
        case .uint16(let value): append(DBusBasicValue(u16: value), cdbus_type_uint16, &iterator)
        case .int32(let value): append(DBusBasicValue(i32: value), cdbus_type_int32, &iterator)
        case .uint32(let value): append(DBusBasicValue(u32: value), cdbus_type_uint32, &iterator)
        case .int64(let value): append(DBusBasicValue(i64: Int(value)), cdbus_type_int64, &iterator)
        case .uint64(let value): append(DBusBasicValue(u64: UInt(value)), cdbus_type_uint64, &iterator)
        case .double(let value): append(DBusBasicValue(dbl: value), cdbus_type_double, &iterator)
        case .string(let text): append(text, cdbus_type_string, &iterator)
        case .objectPath(let path): append(path.text, cdbus_type_object_path, &iterator)
        case .signature(let signature): append(signature.text, cdbus_type_signature, &iterator)
        case .fileDescriptor(let descriptor): append(descriptor, &iterator)
        case .bytes(let bytes): append(bytes, &iterator)
        case .array(let element, let elements): append(elements, cdbus_type_array, element.text, &iterator)
        case .dictionary(let keys, let values, let entries): append(entries, "{" + keys.text + values.text + "}", &iterator)
        case .structure(let members): append(members, cdbus_type_struct, nil, &iterator)
        case .variant(let content): append(variant: content, &iterator)
        }
    }

    private mutating func append(variant content: Value, _ iterator: inout DBusMessageIter) {
        var variant = open(cdbus_type_variant, content.signature.text, &iterator)
        append(content, &variant)
        close(&variant, &iterator)
    }

    private func append(_ value: DBusBasicValue, _ type: Int32, _ iterator: inout DBusMessageIter) {
        withUnsafePointer(to: value) { OutgoingMessage.insist(dbus_message_iter_append_basic(&iterator, type, $0)) }
    }

    /// Appends a duplicate of `descriptor`, which libdbus makes.
    private mutating func append(_ descriptor: FileDescriptor, _ iterator: inout DBusMessageIter) {
        var value = DBusBasicValue(fd: descriptor.number)
        if dbus_message_iter_append_basic(&iterator, cdbus_type_unix_fd, &value) == 0 { lacksDescriptors = true }
    }

    /// Appends text; a NUL, which would end it early, becomes the sign for what can't be shown.
    private func append(_ text: String, _ type: Int32, _ iterator: inout DBusMessageIter) {
        let clean = text.containsNUL ? text.split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\u{FFFD}") : text
        clean.withCString { characters in
            append(DBusBasicValue(str: UnsafeMutablePointer(mutating: characters)), type, &iterator)
        }
    }

    private func append(_ bytes: [UInt8], _ iterator: inout DBusMessageIter) {
        var array = open(cdbus_type_array, "y", &iterator)
        bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            guard start != nil else { return }
            OutgoingMessage.insist(dbus_message_iter_append_fixed_array(&array, cdbus_type_byte, &start, Int32(buffer.count)))
        }
        close(&array, &iterator)
    }

    private mutating func append(_ values: [Value], _ type: Int32, _ content: String?, _ iterator: inout DBusMessageIter) {
        var container = open(type, content, &iterator)
        for value in values {
            append(value, &container)
        }
        close(&container, &iterator)
    }

    private mutating func append(_ entries: [Value.Entry], _ content: String, _ iterator: inout DBusMessageIter) {
        var array = open(cdbus_type_array, content, &iterator)
        for entry in entries {
            var pair = open(cdbus_type_dict_entry, nil, &array)
            append(entry.key, &pair)
            append(entry.value, &pair)
            close(&pair, &array)
        }
        close(&array, &iterator)
    }

    private func open(_ type: Int32, _ content: String?, _ iterator: inout DBusMessageIter) -> DBusMessageIter {
        var container = DBusMessageIter()
        let opened = content.withOptionalCString { dbus_message_iter_open_container(&iterator, type, $0, &container) }
        OutgoingMessage.insist(opened)
        return container
    }

    private func close(_ container: inout DBusMessageIter, _ iterator: inout DBusMessageIter) {
        OutgoingMessage.insist(dbus_message_iter_close_container(&iterator, &container))
    }
}

extension String? {
    /// Lends the text to C without a copy, which handing it over as an argument would make.
    fileprivate func withOptionalCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let self else { return body(nil) }
        return self.withCString(body)
    }
}
