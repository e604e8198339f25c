// SPDX-License-Identifier: MIT

import Glibc
import SoundFiles
import TestSupport

/// A tone, at half of full scale.
func tone(hertz: Double, seconds: Double, rate: Int = SoundFormat.rate) -> [Int16] {
    (0..<Int(seconds * Double(rate))).map { Int16(16_000 * sin(2 * .pi * hertz * Double($0) / Double(rate))) }
}

/// Noise no encoder can make smaller, the same each time.
func noise(frames: Int) -> [Int16] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<frames).map { _ in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int16(truncatingIfNeeded: state >> 24)
    }
}

/// All samples of a file, as libsndfile reads them.
func samples(of path: String) throws -> [Int16] {
    let reader = try SoundFileReader(path)
    var result: [Int16] = []
    var chunk = [Int16](repeating: 0, count: 4096 * reader.channels)
    while case let frames = chunk.withUnsafeMutableBufferPointer({ reader.read(into: $0) }), frames > 0 {
        result += chunk[..<(frames * reader.channels)]
    }
    return result
}

extension SoundFileWriter {
    func write(_ samples: some Sequence<Int16>) throws(SoundFileError) {
        try Array(samples).withUnsafeBufferPointer { (buffer) throws(SoundFileError) in try write(buffer) }
    }
}

func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : -1
}
