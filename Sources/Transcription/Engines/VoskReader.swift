// SPDX-License-Identifier: MIT

package import EventLoop

/// Reads ``VoskWorker``: a JSON object for each utterance, with the words and their times, for how far it is, and for its end.
package struct VoskReader: EngineReader {
    private var segments: [HeardSegment] = []
    private var isThrough = false

    /// A reader of a run that begins.
    package init() {}

    package mutating func read(_ line: [UInt8], from stream: ChildProcess.Stream) -> EngineFact? {
        guard stream == .standardOutput else { return .complained(String(decoding: line, as: UTF8.self)) }
        guard let object = JSONValue(line) else { return nil }
        if let part = object["progress"]?.number { return .progressed(part) }
        if object["done"] != nil { isThrough = true }
        guard let text = object["text"]?.text, let words = object["result"]?.elements, let start = words.first?["start"]?.number, let end = words.last?["end"]?.number else {
            return nil
        }
        segments.append(HeardSegment(Self.time(start), Self.time(end), text))
        return .reached(Self.time(end))
    }

    package func result(_ file: [UInt8]?) -> EngineResult { isThrough ? .heard(segments) : .unfinished }

    private static func time(_ seconds: Double) -> Duration { .seconds(min(max(seconds, 0), 1e7)) }
}
