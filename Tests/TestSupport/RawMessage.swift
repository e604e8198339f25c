// SPDX-License-Identifier: MIT

/// A message as bytes, made by hand so that it can be wrong.
package struct RawMessage: Sendable {
    /// 1 call, 2 answer, 3 error, 4 signal.
    package var type: UInt8
    package var endian = UInt8(ascii: "l")
    package var flags: UInt8 = 0
    package var serial: UInt32 = 1
    /// Header fields: code, type and value.
    package var fields: [(code: UInt8, type: String, value: [UInt8])] = []
    package var body: [UInt8] = []
    /// What the header says instead of the truth.
    package var claimedFieldsLength: UInt32?
    package var claimedBodyLength: UInt32?

    package init(type: UInt8) { self.type = type }

    package init(call member: String, on path: String, of interface: String? = nil, at destination: String, from sender: String? = nil) {
        self.init(type: 1)
        fields = [(1, "o", Self.string(path)), (3, "s", Self.string(member)), (6, "s", Self.string(destination))]
        if let interface { fields.append((2, "s", Self.string(interface))) }
        if let sender { fields.append((7, "s", Self.string(sender))) }
    }

    /// A signal, meant for one client or for all.
    package init(signal member: String, of interface: String, on path: String, to destination: String?, _ types: String, _ body: [UInt8]) {
        self.init(type: 4)
        fields = [(1, "o", Self.string(path)), (2, "s", Self.string(interface)), (3, "s", Self.string(member)), (8, "g", Self.signature(types))]
        if let destination { fields.append((6, "s", Self.string(destination))) }
        self.body = body
    }

    /// The bus's answer to `Hello`.
    package static func welcome(_ name: String = ":1.7") -> RawMessage {
        var message = RawMessage(type: 2)
        message.fields = [(5, "u", number(1)), (7, "s", string("org.freedesktop.DBus")), (8, "g", signature("s"))]
        message.body = string(name)
        return message
    }

    /// A signal with a body.
    package static func signal(_ types: String, _ body: [UInt8]) -> RawMessage {
        var message = RawMessage(type: 4)
        message.serial = 2
        message.fields = [
            (1, "o", string("/a")), (2, "s", string("a.b")), (3, "s", string("C")), (7, "s", string(":1.1")), (8, "g", signature(types)),
        ]
        message.body = body
        return message
    }

    package var bytes: [UInt8] {
        var header: [UInt8] = []
        for field in fields {
            Self.pad(&header, to: 8)
            header += [field.code] + Self.signature(field.type)
            Self.pad(&header, to: field.type == "g" ? 1 : 4)
            header += field.value
        }
        var result = [endian, type, flags, 1] + Self.number(claimedBodyLength ?? UInt32(body.count)) + Self.number(serial) + Self.number(claimedFieldsLength ?? UInt32(header.count)) + header
        Self.pad(&result, to: 8)
        return result + body
    }

    package static func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

    package static func string(_ text: String) -> [UInt8] { number(UInt32(text.utf8.count)) + Array(text.utf8) + [0] }

    /// Strings one after the other, as a body has them.
    package static func strings(_ texts: [String]) -> [UInt8] {
        texts.reduce(into: []) { bytes, text in
            pad(&bytes, to: 4)
            bytes += string(text)
        }
    }

    package static func signature(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) + [0] }

    private static func pad(_ bytes: inout [UInt8], to alignment: Int) {
        while bytes.count % alignment != 0 {
            bytes.append(0)
        }
    }
}
