// SPDX-License-Identifier: MIT

package import EventLoop

/// Reads whisper.cpp's tool: on standard output `[00:00:00.000 --> 00:00:08.000]   And so` for each stretch as it is heard, on standard error how far it is in steps of five percent,
/// and in its result file, written at the end, everything.
///
/// The stretches are taken from the file, which has them whole; a run without the file has failed, whatever it returned.
package struct WhisperReader: EngineReader {
    /// What standard error says in every run.
    private static let chatter = ["output_json: saving", "whisper_", "ggml_", "system_info:", "main: processing", "run: processing"]

    /// A reader of a run that begins.
    package init() {}

    package mutating func read(_ line: [UInt8], from stream: ChildProcess.Stream) -> EngineFact? {
        switch stream {
        case .standardOutput: Self.end(of: line).map { .reached($0) }
        case .standardError: Self.message(String(decoding: line, as: UTF8.self))
        }
    }

    package func result(_ file: [UInt8]?) -> EngineResult {
        guard let document = file.flatMap({ JSONValue($0) }), let stretches = document["transcription"]?.elements else { return .unfinished }
        var segments: [HeardSegment] = []
        for stretch in stretches {
            guard let times = stretch["offsets"], let start = times["from"]?.number, let end = times["to"]?.number, let text = stretch["text"]?.text else { return .unfinished }
            segments.append(HeardSegment(Self.time(start), Self.time(end), text))
        }
        return .heard(segments)
    }

    /// A number of milliseconds; what is longer than any recording is as long as the longest.
    private static func time(_ milliseconds: Double) -> Duration { .milliseconds(min(max(milliseconds, 0), 1e10)) }

    /// Where the stretch in a line ends: the second time of `[hours:minutes:seconds --> hours:minutes:seconds]`.
    private static func end(of line: [UInt8]) -> Duration? {
        var scanner = LineScanner(line)
        guard scanner.skip("["), time(&scanner) != nil, scanner.skip(" --> "), let end = time(&scanner), scanner.skip("]") else { return nil }
        return end
    }

    private static func time(_ scanner: inout LineScanner) -> Duration? {
        guard let hours = scanner.seconds(), scanner.skip(":"), let minutes = scanner.seconds(), scanner.skip(":"), let seconds = scanner.seconds() else { return nil }
        return hours * 3600 + minutes * 60 + seconds
    }

    private static func message(_ line: String) -> EngineFact? {
        if let place = line.firstRange(of: "progress =") {
            let digits = line[place.upperBound...].drop { $0 == " " }.prefix { $0.isNumber }
            return Double(digits).map { .progressed($0 / 100) }
        }
        return chatter.contains { line.hasPrefix($0) } && !line.contains("failed") && !line.contains("error") ? nil : .complained(line)
    }
}
