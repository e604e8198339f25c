// SPDX-License-Identifier: MIT

/// How long the pieces of a long sound get: each is cut where it is quietest, so that no word is cut in two.
public struct PieceLength: Hashable, Sendable {
    /// Frames of a block, the measure of loudness: 32 ms at 16 kHz.
    private static let block = 512
    /// Blocks that are quiet together: half a second, longer than any closure in a word.
    private static let quiet = 16

    /// How many frames each piece has at least, unless the sound ends.
    public let certain: Int
    /// In how many frames behind these the cut is looked for: the longest a piece gets is both together.
    public let searched: Int

    /// Pieces of `certain` to `certain + searched` frames.
    public init(certain: Int, searched: Int) {
        (self.certain, self.searched) = (max(1, certain), max(1, searched))
    }

    /// Where to cut in what is searched: in the middle of its quietest half second, of several in the last.
    func cut(in samples: ArraySlice<Float>) -> Int {
        let blocks = stride(from: samples.startIndex, to: samples.endIndex - Self.block + 1, by: Self.block).map { start in
            samples[start..<start + Self.block].reduce(into: Float(0)) { $0 += $1 * $1 }
        }
        guard blocks.count > Self.quiet else { return samples.count }
        var quietest = (power: Float.infinity, start: 0)
        for start in 0...(blocks.count - Self.quiet) {
            // Summed anew for each: a running sum would keep the rounding of a loud moment.
            let power = blocks[start..<start + Self.quiet].reduce(0, +)
            if power <= quietest.power { quietest = (power, start) }
        }
        return (quietest.start + Self.quiet / 2) * Self.block
    }
}
