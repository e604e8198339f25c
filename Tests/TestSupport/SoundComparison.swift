// SPDX-License-Identifier: MIT

internal import Glibc

/// Compares what was recorded with what was played.
public enum SoundComparison {
    /// Noise, the same for the same seed, at a level that is neither silent nor clipping: each stretch of it is found in one place only.
    public static func noise(seconds: Double, seed: UInt64 = 1) -> [Int16] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<Int(seconds * 48_000)).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int16(truncatingIfNeeded: state >> 40) / 4
        }
    }

    /// Noise at full scale, which no encoder can make smaller.
    public static func loudNoise(seconds: Double, seed: UInt64 = 1) -> [Int16] {
        noise(seconds: seconds, seed: seed).map { max(-8191, min(8191, $0)) * 4 }
    }

    /// A tone of 440 Hz.
    public static func tone(seconds: Double, rate: Int = 48_000) -> [Int16] {
        (0..<Int(seconds * Double(rate))).map { Int16(8000 * sin(2 * .pi * 440 * Double($0) / Double(rate))) }
    }

    /// The samples of a FLAC file, all or those of a stretch, read by the reference decoder.
    public static func decode(_ path: String, _ stretch: Range<Int>? = nil) async throws -> [Int16] {
        let part = stretch.map { ["--skip=\($0.lowerBound)", "--until=\($0.upperBound)"] } ?? []
        let result = try await Subprocess.run(
            "/usr/bin/flac", ["--decode", "--stdout", "--silent", "--decode-through-errors", "--force-raw-format", "--endian=little", "--sign=signed"] + part + [path])
        return result.outputBytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map { Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
        }
    }

    /// Where `needle` begins in `haystack`, each sample being off by `tolerance` at most.
    public static func offset(of needle: some Collection<Int16>, in haystack: [Int16], tolerance: Int = 2) -> Int? {
        let needle = Array(needle)
        guard needle.count <= haystack.count else { return nil }
        return haystack.withUnsafeBufferPointer { haystack in
            needle.withUnsafeBufferPointer { needle in
                (0...(haystack.count - needle.count)).first { start in
                    var index = 0
                    while index < needle.count, abs(Int(haystack[start + index]) - Int(needle[index])) <= tolerance { index += 1 }
                    return index == needle.count
                }
            }
        }
    }

    /// A part of a recording that is a part of what was played.
    public struct Stretch: Hashable, Sendable {
        /// Where it begins in the recording.
        public var start: Int
        /// Where it begins in what was played.
        public var original: Int
        /// How long it is.
        public var count: Int
    }

    /// The parts of a recording that are parts of what was played, in order: each as long as it is whole.
    public static func stretches(of played: [Int16], in recorded: [Int16], tolerance: Int = 2) -> [Stretch] {
        var stretches: [Stretch] = []
        var (start, original) = (0, 0)
        while start + 64 <= recorded.count {
            // Silence is found anywhere, and a stretch is looked for in the next seconds only: both keep the search short.
            let ahead = recorded[start] == 0 ? [] : Array(played[original..<min(played.count, original + 144_000)])
            guard let step = offset(of: recorded[start..<(start + 64)], in: ahead, tolerance: tolerance) else {
                start += recorded[start] == 0 ? 1 : 16
                continue
            }
            original += step
            var count = 0
            while start + count < recorded.count, original + count < played.count, abs(Int(recorded[start + count]) - Int(played[original + count])) <= tolerance { count += 1 }
            stretches.append(Stretch(start: start, original: original, count: count))
            start += count
            original += count
        }
        return stretches
    }

    /// How alike two stretches are: 1 for equal shapes, 0 for nothing in common.
    public static func correlation(_ left: some Collection<Int16>, _ right: some Collection<Int16>) -> Double {
        var (product, leftPower, rightPower) = (0.0, 0.0, 0.0)
        for (left, right) in zip(left, right) {
            product += Double(left) * Double(right)
            leftPower += Double(left) * Double(left)
            rightPower += Double(right) * Double(right)
        }
        return leftPower == 0 || rightPower == 0 ? 0 : product / (leftPower * rightPower).squareRoot()
    }

    /// The frequency of a tone, by its zero crossings.
    public static func hertz(_ samples: some Collection<Int16>) -> Double {
        let rising = zip(samples, samples.dropFirst()).reduce(into: 0) { if $1.0 < 0, $1.1 >= 0 { $0 += 1 } }
        return Double(rising) * 48_000 / Double(samples.count)
    }
}

extension SoundComparison {
    /// Where `needle` fits best into `haystack`, and how well: found on a coarse grid first, then to the sample.
    public static func alignment(of needle: [Int16], in haystack: [Int16]) -> (offset: Int, correlation: Double) {
        guard !needle.isEmpty, haystack.count >= needle.count else { return (0, 0) }
        /// Every 16th sample is enough to find the neighbourhood of a match of speech.
        func score(_ offset: Int, step: Int) -> Double {
            var (product, power, otherPower) = (0.0, 0.0, 0.0)
            var index = 0
            while index < needle.count {
                let (left, right) = (Double(needle[index]), Double(haystack[offset + index]))
                product += left * right
                power += left * left
                otherPower += right * right
                index += step
            }
            return power == 0 || otherPower == 0 ? 0 : product / (power * otherPower).squareRoot()
        }
        let last = haystack.count - needle.count
        // What was not changed on its way is found by its loudest place.
        let peak = min(needle.count - 64, needle.indices.max { abs(Int(needle[$0])) < abs(Int(needle[$1])) } ?? 0)
        let exact = peak < 0 ? nil : offset(of: needle[peak..<(peak + 64)], in: haystack).map { min(max(0, $0 - peak), last) }
        let coarse = exact ?? stride(from: 0, through: last, by: 4).max { score($0, step: 97) < score($1, step: 97) } ?? 0
        let near = max(0, coarse - 8)...min(last, coarse + 8)
        let best = near.max { score($0, step: 7) < score($1, step: 7) } ?? coarse
        return (best, score(best, step: 1))
    }
}

extension SoundComparison {
    /// How many samples of `played` are in `recorded` from where it begins, without any other among them; nil when its beginning is not there.
    package static func wholePart(of played: [Int16], in recorded: [Int16]) -> Int? {
        guard let start = offset(of: played[..<64], in: recorded, tolerance: 0) else { return nil }
        return zip(recorded[start...], played).prefix { $0 == $1 }.count
    }
}
