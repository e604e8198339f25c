// SPDX-License-Identifier: MIT

internal import Glibc

/// The first 42 bytes of a FLAC file: its mark and the STREAMINFO block, which tells how much follows (RFC 9639, 8.2).
///
/// | bytes | |
/// |---|---|
/// | 0–3 | `fLaC` |
/// | 4–7 | block type 0 and length 34 |
/// | 8–11 | smallest and largest block, in frames |
/// | 12–17 | smallest and largest block, in bytes |
/// | 18–25 | 20 bits rate, 3 bits channels − 1, 5 bits sample size − 1, 36 bits frames; 0 frames: unknown |
/// | 26–41 | MD5 of the samples; zeros: unknown |
struct FLACStreamInfo {
    private static let size = 42
    private var bytes: [UInt8]

    /// Reads the header of a file; nil when there is none.
    init?(_ descriptor: Int32) {
        bytes = [UInt8](repeating: 0, count: Self.size)
        guard pread(descriptor, &bytes, Self.size, 0) == Self.size, bytes.starts(with: Array("fLaC".utf8)) else { return nil }
    }

    /// Frames in each block but the last.
    var blockSize: Int64 { max(1, Int64(bytes[10]) << 8 | Int64(bytes[11])) }

    /// Frames a second.
    var rate: Int64 { Int64(bytes[18]) << 12 | Int64(bytes[19]) << 4 | Int64(bytes[20] >> 4) }

    /// More bytes than a frame takes that holds its samples as they are, which is the most an encoder makes of them.
    var frameSizeLimit: Int {
        let channels = Int(bytes[20] >> 1 & 7) + 1
        let sampleBits = Int((bytes[20] & 1) << 4 | bytes[21] >> 4) + 1
        // A side channel has one bit more.
        return Int(blockSize) * channels * (sampleBits + 1) / 8 + 1024
    }

    /// Frames in the file; 0 when unknown.
    var frames: Int64 {
        get { bytes[22..<26].reduce(Int64(bytes[21] & 0x0F)) { $0 << 8 | Int64($1) } }
        set {
            bytes[21] = bytes[21] & 0xF0 | UInt8(newValue >> 32 & 0x0F)
            for index in 22..<26 {
                bytes[index] = UInt8(truncatingIfNeeded: newValue >> (8 * (25 - index)))
            }
        }
    }

    /// Makes the checksum unknown, because it counts samples that are not there.
    mutating func forgetChecksum() {
        for index in 26..<42 {
            bytes[index] = 0
        }
    }

    /// Writes the header back, in place.
    func write(to descriptor: Int32) -> Bool {
        pwrite(descriptor, bytes, Self.size, 0) == Self.size
    }
}
