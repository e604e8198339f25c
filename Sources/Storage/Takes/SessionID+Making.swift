// SPDX-License-Identifier: MIT

internal import Commanding

/// How the store spells sessions: `20261130_140522_7f3a9c2e4b1d0a55`, the start in UTC and 64 random bits.
///
/// So they sort by time, are never used twice, and are safe as the name of a file, on file systems that know no letter case too, and as an element of an object path.
extension SessionID {
    /// A session no take has had.
    static func make(at moment: WallTime) -> SessionID {
        // On Linux the system generator is getrandom(2).
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        let prefix = CalendarTime(moment, secondsFromUTC: 0).sessionPrefix
        return SessionID(rawValue: "\(prefix)_\(String(repeating: "0", count: 16 - random.utf8.count))\(random)")
    }

    /// Whether the store could have made it.
    ///
    /// Whatever comes from outside is asked this before it becomes part of a path.
    var isWellFormed: Bool {
        let bytes = Array(rawValue.utf8)
        return bytes.count == 32
            && bytes.enumerated().allSatisfy { index, byte in
                switch index {
                case 8, 15: byte == UInt8(ascii: "_")
                case ..<15: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
                }
            }
    }
}
