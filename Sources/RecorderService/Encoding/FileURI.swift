// SPDX-License-Identifier: MIT

/// An absolute path as a `file` URI (RFC 8089), and back.
///
/// Every byte that RFC 3986 does not call unreserved is percent-encoded, so a name with blanks, `#` or `?` in it arrives whole wherever a URI is read.
enum FileURI {
    private static let scheme = "file://"
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The URI of the absolute path `path`.
    static func encode(_ path: String) -> String {
        var bytes = Array(scheme.utf8)
        for byte in path.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The absolute path of a URI of this machine; nil for anything else.
    static func decode(_ uri: String) -> String? {
        guard uri.hasPrefix(scheme) else { return nil }
        let rest = uri.dropFirst(scheme.count)
        let path = rest.hasPrefix("localhost/") ? rest.dropFirst("localhost".count) : rest
        guard path.hasPrefix("/") else { return nil }
        var bytes: [UInt8] = []
        var encoded = path.utf8.makeIterator()
        while let byte = encoded.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = encoded.next().flatMap(value), let low = encoded.next().flatMap(value), high | low != 0 else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"): true
        default: false
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
