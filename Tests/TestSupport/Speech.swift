// SPDX-License-Identifier: MIT

/// Real speech with its words: a reader of *Sense and Sensibility* for LibriVox (public domain), as Debian's pocketsphinx-testdata brings it.
public struct Speech: Sendable {
    /// The sentence's number in the recording.
    public let number: String
    /// What is said.
    public let words: String
    /// The samples, 16 bit mono at 48 kHz.
    public let samples: [Int16]

    /// "he was not an ill disposed young man", 3 s.
    public static let short = "0880"
    /// "had he married a more amiable woman …", 6 s.
    public static let long = "0920"

    private static let folder = "/usr/share/pocketsphinx/test/data/librivox"
    private static let words = [
        "0870": "and mister john dashwood had then leisure to consider how much there might be prudently in his power to do for them",
        "0880": "he was not an ill disposed young man",
        "0890": "unless to be rather cold hearted and rather selfish is to be ill disposed",
        "0920": "had he married a more amiable woman he might have been made still more respectable than he was",
        "0930": "he might even have been made amiable himself",
    ]

    /// Loads a sentence.
    public static func load(_ number: String = short) async throws -> Speech {
        let path = "\(folder)/sense_and_sensibility_01_austen_64kb-\(number).wav"
        let result = try await Subprocess.run("/usr/bin/sox", [path, "-t", "raw", "-r", "48000", "-c", "1", "-b", "16", "-e", "signed-integer", "-L", "-"])
        guard result.code == 0, let words = words[number] else { throw DeskError("the speech \(number) is missing: install pocketsphinx-testdata and sox") }
        let samples = result.outputBytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map { Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
        }
        return Speech(number: number, words: words, samples: samples)
    }
}
