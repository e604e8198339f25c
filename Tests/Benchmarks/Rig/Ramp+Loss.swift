// SPDX-License-Identifier: MIT

import TestSupport

extension Ramp {
    /// How many seconds lie between the last of `samples` and the sample `end`.
    ///
    /// - Parameters:
    ///   - samples: what a file holds; its first sample was captured around the sample `start`.
    /// - Throws: when a sample is missing in between, or is another than was played.
    static func loss(of samples: [Int16], from start: Int, to end: Int) throws -> Double {
        guard let sample = samples.first else { throw Failure("The file holds no audio.") }
        let first = start + Int(Int16(truncatingIfNeeded: Int(sample) - start))
        guard samples.indices.allSatisfy({ samples[$0] == Int16(truncatingIfNeeded: first + $0) }) else { throw Failure("The file is not the ramp that was played.") }
        return Double(end - (first + samples.count)) / 48000
    }
}
