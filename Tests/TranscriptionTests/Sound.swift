// SPDX-License-Identifier: MIT

import Glibc
import SoundFiles

/// Sounds made of arithmetic, 16 bit at 16 kHz, the same in every run.
enum Sound {
    private static let rate = 16_000

    /// What is loud and faint in turn, five times a second, as syllables are.
    static func bursts(seconds: Double, level: Double = 0.2) -> [Int16] {
        (0..<Int(seconds * Double(rate))).map { index in
            let time = Double(index) / Double(rate)
            let envelope = 0.01 + max(0, sin(2 * .pi * 5 * time))
            return Int16(level * 32767 * envelope * sin(2 * .pi * 700 * time))
        }
    }

    static func silence(seconds: Double) -> [Int16] {
        [Int16](repeating: 0, count: Int(seconds * Double(rate)))
    }

    /// Noise of even power, as of a fan; `smoothing` takes the highs away, as a wall does.
    static func noise(seconds: Double, level: Double, smoothing: Double = 0) -> [Int16] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        var previous = 0.0
        return (0..<Int(seconds * Double(rate))).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let white = Double(Int64(bitPattern: state) >> 32) / 2_147_483_648
            previous = smoothing * previous + (1 - smoothing) * white
            return Int16(max(-1, min(1, previous)) * level * 32767)
        }
    }

    static func tone(seconds: Double, frequency: Double, level: Double) -> [Int16] {
        (0..<Int(seconds * Double(rate))).map { Int16(level * 32767 * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
    }

    /// One sound over another.
    static func mix(_ left: [Int16], _ right: [Int16]) -> [Int16] {
        zip(left, right).map { Int16(clamping: Int($0) + Int($1)) }
    }

    /// Writes a FLAC file at 16 kHz.
    static func write(_ samples: [Int16], to path: String) throws {
        let writer = try SoundFileWriter(creating: path, .flac, rate: rate)
        try samples.withUnsafeBufferPointer { try writer.write($0) }
        try writer.close()
    }

    /// Reads a file of one channel.
    static func read(_ path: String) throws -> [Int16] {
        let reader = try SoundFileReader(path)
        var samples: [Int16] = []
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: 4096) { buffer in
            while case let count = reader.read(into: buffer), count > 0 { samples += buffer[..<count] }
        }
        return samples
    }
}
