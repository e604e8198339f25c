// SPDX-License-Identifier: MIT

package import EventLoop

/// Reads a program of the user's: a line of text, or a JSON object, for each stretch; what it says on standard error are its last words, should it fail.
package struct CommandReader: EngineReader {
    private var segments: [HeardSegment] = []

    /// A reader of a run that begins.
    package init() {}

    package mutating func read(_ line: [UInt8], from stream: ChildProcess.Stream) -> EngineFact? {
        guard stream == .standardOutput else { return .complained(String(decoding: line, as: UTF8.self)) }
        guard line.first == UInt8(ascii: "{"), let object = JSONValue(line), case .object = object else {
            // Nobody knows when: it was said somewhere in the audio.
            segments.append(HeardSegment(.zero, Self.latest, line))
            return nil
        }
        if let part = object["progress"]?.number { return .progressed(part) }
        guard let text = object["text"]?.text else { return nil }
        let end = object["end"]?.number.map(Self.time)
        segments.append(HeardSegment(object["start"]?.number.map(Self.time) ?? .zero, end ?? Self.latest, text))
        return end.map { .reached($0) }
    }

    package func result(_ file: [UInt8]?) -> EngineResult { .heard(segments) }

    /// Later than any recording ends.
    private static let latest = Duration.seconds(1e7)

    private static func time(_ seconds: Double) -> Duration { .seconds(min(max(seconds, 0), 1e7)) }
}
