// SPDX-License-Identifier: MIT

internal import Glibc

/// Blocking reads and writes on a local socket.
package enum RawSocket {
    package static func connect(to path: String) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        _ = withAddress(path) { Glibc.connect(descriptor, $0, $1) }
        return descriptor
    }

    /// Connects to a bus, authenticates and says hello; the answer is still to be read.
    package static func join(_ path: String) -> Int32 {
        let descriptor = connect(to: path)
        let uid = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        write(Array("\0AUTH EXTERNAL \(uid)\r\n".utf8), to: descriptor)
        _ = readLine(from: descriptor)
        write(Array("BEGIN\r\n".utf8), to: descriptor)
        write(RawMessage(call: "Hello", on: "/org/freedesktop/DBus", of: "org.freedesktop.DBus", at: "org.freedesktop.DBus").bytes, to: descriptor)
        return descriptor
    }

    /// Connects until the next `connect` would block.
    package static func fillBacklog(of path: String) -> [Int32] {
        var result: [Int32] = []
        while true {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
            result.append(descriptor)
            if withAddress(path, { Glibc.connect(descriptor, $0, $1) }) != 0 { return result }
        }
    }

    package static func listen(at path: String, backlog: Int32 = 8) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        _ = withAddress(path) { bind(descriptor, $0, $1) }
        _ = Glibc.listen(descriptor, backlog)
        return descriptor
    }

    package static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Exactly `count` bytes; nil when the other end closes before.
    package static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
        var result = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let more = result.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress?.advanced(by: done), count - done) }
            guard more > 0 else { return nil }
            done += more
        }
        return result
    }

    package static func readLine(from descriptor: Int32) -> String? {
        var line: [UInt8] = []
        while let byte = read(1, from: descriptor) {
            if byte[0] == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line += byte
        }
        return nil
    }

    /// The next message: its type, and its header fields.
    package static func readMessage(from descriptor: Int32) -> RawHeader? {
        guard let start = read(16, from: descriptor) else { return nil }
        let (body, fields) = (number(start, at: 4), number(start, at: 12))
        guard let rest = read((fields + 7) / 8 * 8 + body, from: descriptor) else { return nil }
        return RawHeader(type: start[1], serial: UInt32(number(start, at: 8)), fields: Array(rest[..<fields]), body: Array(rest[((fields + 7) / 8 * 8)...]))
    }

    package static func number(_ bytes: [UInt8], at index: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
    }

    private static func withAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}

/// What a message says about itself.
package struct RawHeader: Sendable {
    package let type: UInt8
    package let serial: UInt32
    package let fields: [UInt8]
    package let body: [UInt8]

    /// The value of a field of a textual type; empty when there is none.
    package func text(of code: UInt8) -> String {
        var index = 0
        while index + 8 <= fields.count {
            let (field, type) = (fields[index], fields[index + 2])
            let isSignature = type == UInt8(ascii: "g")
            let length = isSignature ? Int(fields[index + 4]) : RawSocket.number(fields, at: index + 4)
            let start = index + (isSignature ? 5 : 8)
            if type == UInt8(ascii: "u") {
                index += 8
                continue
            }
            if field == code { return String(decoding: fields[start..<start + length], as: UTF8.self) }
            index = (start + length + 1 + 7) / 8 * 8
        }
        return ""
    }
}
