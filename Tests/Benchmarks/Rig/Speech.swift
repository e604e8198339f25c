// SPDX-License-Identifier: MIT

import Glibc

/// Something to record: noise in the spectrum and the rhythm of speech, always the same.
///
/// A tone or silence would be cheaper to compress than what people record.
enum Speech {
    /// Writes `seconds` of bare samples, mono, 16 bit, 48 kHz.
    static func write(seconds: Int, to path: String) throws {
        let count = seconds * 48000
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * 2)
        var random: UInt32 = 1
        var low = 0.0
        for index in 0..<count {
            random = random &* 1_664_525 &+ 1_013_904_223
            let noise = Double(random >> 8) / Double(1 << 24) - 0.5
            low += 0.08 * (noise - low)
            let syllable = max(0.02, sin(Double(index) / 48000 * 2 * .pi * 3))
            let sample = Int16(max(-32000, min(32000, low * syllable * 60000)))
            withUnsafeBytes(of: sample.littleEndian) { bytes += $0 }
        }
        try TextFile.write(bytes, to: path)
    }
}
