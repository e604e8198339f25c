// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Transcription

extension FuzzedReader {
    /// The output of PocketSphinx, and from the first NUL on its standard error.
    static let pocketSphinx = FuzzedReader(name: "pocketsphinx") { readEngine($0, PocketSphinxReader()) }
    /// The output of sherpa-onnx, and from the first NUL on its standard error.
    static let sherpa = FuzzedReader(name: "sherpa") { readEngine($0, SherpaReader()) }

    /// Three seconds, the second of which is loud.
    private static let loudness = Loudness((0..<48_000).map { (16_000..<32_000).contains($0) ? ($0 % 32 < 16 ? 8000 : -8000) : 0 })

    private static func readEngine(_ input: [UInt8], _ reader: some EngineReader) {
        var reader = reader
        let end = input.firstIndex(of: 0) ?? input.endIndex
        for line in lines(Array(input[..<end])) { check(reader.read(line, from: .standardOutput)) }
        for line in lines(Array(input[end...])) { check(reader.read(line, from: .standardError)) }
        guard case .heard(let heard) = reader.result(nil) else { return }
        for segment in SpokenText.segments(of: heard, in: loudness) {
            insist(.zero <= segment.start && segment.start <= segment.end && segment.end <= loudness.duration, "\(segment) is out of the audio")
            insist(!segment.text.isEmpty, "a segment of nothing")
            insist(!segment.text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(segment.text.debugDescription) does something to a terminal")
        }
    }

    /// The lines of a stream, which are the same however it is cut.
    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        var whole = OutputLines()
        let lines = whole.append(bytes) + whole.finish()
        var (cut, pieces) = (OutputLines(), [[UInt8]]())
        let size = 1 + Int(bytes.first ?? 0) % 7
        for start in stride(from: 0, to: bytes.count, by: size) { pieces += cut.append(Array(bytes[start..<min(start + size, bytes.count)])) }
        insist(pieces + cut.finish() == lines, "the lines are others when they are cut")
        insist(lines.allSatisfy { !$0.isEmpty && $0.count <= OutputLines.limit && !$0.contains(0) }, "a line is empty, too long or has a NUL")
        return lines
    }

    private static func check(_ fact: EngineFact?) {
        switch fact {
        case .reached(let time): insist(time >= .zero && time <= .seconds(10_000_000), "\(time) is reached")
        case .progressed(let part): insist((0...1).contains(part), "\(part) is done")
        case .complained(let text): insist(!text.isEmpty, "a complaint of nothing")
        case nil: break
        }
    }
}
