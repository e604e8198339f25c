// SPDX-License-Identifier: MIT

/// The vocabulary of Moonshine, from the form its own library reads to the one sherpa-onnx reads.
///
/// `tokenizer.bin` is a row of records: a length, then as many bytes. A length below 128 is one byte; a longer one is two, a first byte `f` of 128 or more
/// and a second byte `s`, for `128 f + s − 128`. `tokens.txt` has a line for each record: its bytes in Base64, a blank, its index.
package enum MoonshineTokens {
    /// The lines of `tokens.txt`; nil when `tokenizer` ends inside a record.
    package static func text(of tokenizer: [UInt8]) -> [UInt8]? {
        var rest = tokenizer[...]
        var text: [UInt8] = []
        var index = 0
        while let first = rest.popFirst() {
            var length = Int(first)
            if first >= 128 {
                guard let second = rest.popFirst() else { return nil }
                length = length * 128 + Int(second) - 128
            }
            guard rest.count >= length else { return nil }
            text += base64(rest.prefix(length)) + Array(" \(index)\n".utf8)
            rest = rest.dropFirst(length)
            index += 1
        }
        return text
    }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// RFC 4648, section 4.
    private static func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var rest = bytes
        while !rest.isEmpty {
            let group = rest.prefix(3)
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
            rest = rest.dropFirst(3)
        }
        return text
    }
}
