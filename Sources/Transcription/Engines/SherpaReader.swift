// SPDX-License-Identifier: MIT

package import EventLoop

/// Reads `sherpa-onnx-vad-with-offline-asr`: segments on standard output as `0.286 -- 2.284: And so`, everything else on standard error.
///
/// It returns 0 even when the model could not make sense of the audio at all; then it has said "Return an empty result" for each stretch of speech.
package struct SherpaReader: EngineReader {
    private var segments: [HeardSegment] = []
    private var isThrough = false
    private var hasFailed = false

    /// What standard error says in every run.
    private static let chatter = [
        "Creating recognizer", "Recognizer created", "Started", "Reading: ", "num threads: ", "decoding method: ", "Real time factor", "Caught exception",
        "Errors in ",
    ]

    /// A reader of a run that begins.
    package init() {}

    package mutating func read(_ line: [UInt8], from stream: ChildProcess.Stream) -> EngineFact? {
        switch stream {
        case .standardOutput: readSegment(line)
        case .standardError: readMessage(String(decoding: line, as: UTF8.self))
        }
    }

    package func result(_ file: [UInt8]?) -> EngineResult {
        guard isThrough, !hasFailed || segments.contains(where: { !$0.text.isEmpty }) else { return .unfinished }
        return .heard(segments)
    }

    private mutating func readSegment(_ line: [UInt8]) -> EngineFact? {
        var scanner = LineScanner(line)
        guard let start = scanner.seconds(), scanner.skip(" -- "), let end = scanner.seconds(), scanner.skip(":") else { return nil }
        segments.append(HeardSegment(start, end, scanner.rest))
        return .reached(end)
    }

    private mutating func readMessage(_ line: String) -> EngineFact? {
        if line.hasPrefix("Elapsed seconds:") {
            isThrough = true
        } else if line.hasPrefix("Return an empty result") {
            hasFailed = true
        } else if !line.contains("Config("), !Self.chatter.contains(where: line.hasPrefix) {
            return .complained(line)
        }
        return nil
    }
}
