// SPDX-License-Identifier: MIT

extension RawMessage {
    /// What is wrong, and the bytes that answer `Hello`.
    package static let malformed: [(name: String, message: RawMessage)] = [
        ("body without signature", .welcome { $0.fields.removeLast() }),
        ("empty signature", .welcome { $0.fields[2].value = RawMessage.signature("") }),
        ("signature field of type u", .welcome { $0.fields[2] = (8, "u", RawMessage.number(1)) }),
        ("signature that is none", .welcome { $0.fields[2].value = RawMessage.signature("a{") }),
        ("string longer than the body", .welcome { $0.body[0] = 200 }),
        ("string of 4 GiB", .welcome { $0.body.replaceSubrange(0..<4, with: [255, 255, 255, 255]) }),
        ("invalid UTF-8", .welcome { $0.body[5] = 0xff }),
        ("string without NUL", .welcome { $0.body[$0.body.count - 1] = 1 }),
        ("array of more than 64 MiB", .welcome(types: "ay") { $0.body = RawMessage.number(1 << 26 + 1) + [0] }),
        ("header array of 2^26", .welcome { $0.claimedFieldsLength = 1 << 26 }),
        ("header array of 2^32 - 1", .welcome { $0.claimedFieldsLength = .max }),
        ("body of 2^32 - 1", .welcome { $0.claimedBodyLength = .max }),
        ("body of 2^27", .welcome { $0.claimedBodyLength = 1 << 27 }),
        ("variants 65 deep", .welcome(types: "v") { $0.body = Array(repeating: [1, UInt8(ascii: "v"), 0], count: 65).flatMap(\.self) + [1, UInt8(ascii: "y"), 0, 0] }),
        ("wrong endian byte", .welcome { $0.endian = UInt8(ascii: "x") }),
        ("big endian in name only", .welcome { $0.endian = UInt8(ascii: "B") }),
        ("type 0", .welcome { $0.type = 0 }),
        ("serial 0", .welcome { $0.serial = 0 }),
        ("reply serial 0", .welcome { $0.fields[0].value = RawMessage.number(0) }),
        ("answer to something else", .welcome { $0.fields[0].value = RawMessage.number(99) }),
        ("sender that is no name", .welcome { $0.fields[1].value = RawMessage.string("no name") }),
        ("number instead of a name", .welcome(types: "u") { $0.body = RawMessage.number(1) }),
        ("name that is none", .welcome { $0.body = RawMessage.string("not a name") }),
        ("empty name", .welcome { $0.body = RawMessage.string("") }),
        ("boolean 2", .welcome(types: "b") { $0.body = RawMessage.number(2) }),
        ("Disconnected in disguise", .disconnected),
    ]

    /// An answer to `Hello` with a fault.
    private static func welcome(types: String = "s", _ change: (inout RawMessage) -> Void) -> RawMessage {
        var message = welcome()
        message.fields[2].value = signature(types)
        change(&message)
        return message
    }

    /// The signal with which libdbus itself tells the end of a connection; nobody else may send it.
    private static var disconnected: RawMessage {
        var message = signal("", [])
        message.fields[0].value = string("/org/freedesktop/DBus/Local")
        message.fields[1].value = string("org.freedesktop.DBus.Local")
        message.fields[2].value = string("Disconnected")
        return message
    }
}
