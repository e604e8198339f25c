// SPDX-License-Identifier: MIT

/// The two checksums in a FLAC frame (RFC 9639, 9.1.8 and 9.3): CRC-8 of its header, CRC-16 of all of it; the sum of what was summed and its sum is 0.
enum FLACChecksum {
    private static let table: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x8005 }
    }

    /// x⁸ + x² + x + 1.
    static func crc8(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt8 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ 0x07 }
        }
    }

    /// The places where x¹⁶ + x¹⁵ + x² + 1 divides what is before them, in order, until `body` returns true.
    static func findWhole(_ bytes: UnsafeRawBufferPointer, _ body: (Int) -> Bool) -> Int? {
        table.withUnsafeBufferPointer { table in
            var sum: UInt16 = 0
            for index in 0..<bytes.count {
                sum = sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 8) ^ bytes[index])]
                if sum == 0, body(index + 1) { return index + 1 }
            }
            return nil
        }
    }
}
