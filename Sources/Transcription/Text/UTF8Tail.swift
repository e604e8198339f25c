// SPDX-License-Identifier: MIT

/// The end of a run of UTF-8 that stops in the middle of a character.
enum UTF8Tail {
    /// The bytes at the end that begin a character without ending it; none when the last character is whole, or not UTF-8 at all.
    static func unfinished(in bytes: [UInt8]) -> [UInt8] {
        for back in 1...3 where back <= bytes.count {
            let lead = bytes[bytes.count - back]
            if isContinuation(lead) { continue }
            return length(lead) > back ? Array(bytes.suffix(back)) : []
        }
        return []
    }

    /// How many bytes at the front of `bytes` complete `tail`, an unfinished character.
    static func completion(of tail: [UInt8], in bytes: [UInt8]) -> Int {
        guard let lead = tail.first else { return 0 }
        return bytes.prefix(length(lead) - tail.count).prefix(while: isContinuation).count
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// The length of the character that begins with `lead`.
    private static func length(_ lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
