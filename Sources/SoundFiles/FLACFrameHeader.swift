// SPDX-License-Identifier: MIT

/// The header of a frame in a FLAC file whose blocks are of one size (RFC 9639, 9.1).
///
/// | bytes | |
/// |---|---|
/// | 0–1 | 15 bits sync code, 1 bit 0: blocks of one size |
/// | 2–3 | 4 bits block size, 4 bits rate, 4 bits channels, 3 bits sample size, 1 bit 0 |
/// | 1–6 | the number of the frame, coded like a character in UTF-8 |
/// | 0–2 | the block size − 1, if its bits say so |
/// | 0–2 | the rate, if its bits say so |
/// | 1 | CRC-8 of all before it |
struct FLACFrameHeader {
    /// The most bytes a header has.
    static let sizeLimit = 15

    /// How many frames came before.
    let number: Int64
    /// Samples of each channel.
    let blockSize: Int64
    /// Bytes of the header.
    let size: Int

    /// Reads the header `bytes` begin with; nil when they begin with none.
    init?(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.sizeLimit))
        guard bytes.count > 5, bytes[0] == 0xFF, bytes[1] == 0xF8, bytes[3] & 1 == 0 else { return nil }
        guard let (number, numberSize) = Self.codedNumber(bytes.dropFirst(4)) else { return nil }
        let sizeCode = bytes[2] >> 4
        let rateCode = bytes[2] & 0x0F
        let sizeBytes = sizeCode == 6 ? 1 : sizeCode == 7 ? 2 : 0
        let rateBytes = rateCode == 12 ? 1 : rateCode == 13 || rateCode == 14 ? 2 : 0
        let end = 4 + numberSize + sizeBytes + rateBytes
        guard sizeCode != 0, rateCode != 15, end < bytes.count, FLACChecksum.crc8(bytes[..<end]) == bytes[end] else { return nil }
        let written = bytes[(4 + numberSize)..<(4 + numberSize + sizeBytes)].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        self.number = number
        size = end + 1
        blockSize =
            switch sizeCode {
            case 1: 192
            case 2...5: 576 << Int64(sizeCode - 2)
            case 6, 7: written + 1
            default: 256 << Int64(sizeCode - 8)
            }
    }

    private static func codedNumber(_ bytes: Slice<UnsafeRawBufferPointer>) -> (value: Int64, size: Int)? {
        guard let first = bytes.first else { return nil }
        let ones = (~first).leadingZeroBitCount
        if ones == 0 { return (Int64(first), 1) }
        guard 2...6 ~= ones, bytes.count >= ones else { return nil }
        var value = Int64(first & (0x7F >> UInt8(ones)))
        for byte in bytes.dropFirst().prefix(ones - 1) {
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | Int64(byte & 0x3F)
        }
        return (value, ones)
    }
}
