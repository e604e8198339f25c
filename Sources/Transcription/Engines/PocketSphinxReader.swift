// SPDX-License-Identifier: MIT

package import EventLoop

/// Reads `pocketsphinx_continuous -time yes`: for each utterance a line of text, then a line `word start end confidence` for each word, `<s>` and `</s>` among them.
///
/// On standard error it keeps a log, at whose end `TOTAL bestpath` stands when it was through. The text line of an utterance without words is empty, so it is
/// not among the lines that are read; its `<s>` tells that it has begun.
package struct PocketSphinxReader: EngineReader {
    private var segments: [HeardSegment] = []
    /// Whether the words of the last segment have begun.
    private var hasWords = true
    private var isThrough = false
    private var hasFailed = false

    /// A reader of a run that begins.
    package init() {}

    package mutating func read(_ line: [UInt8], from stream: ChildProcess.Stream) -> EngineFact? {
        switch stream {
        case .standardOutput: readUtterance(line)
        case .standardError: readLog(String(decoding: line, as: UTF8.self))
        }
    }

    package func result(_ file: [UInt8]?) -> EngineResult {
        guard isThrough, !hasFailed || segments.contains(where: { !$0.text.isEmpty }) else { return .unfinished }
        return .heard(segments)
    }

    private mutating func readUtterance(_ line: [UInt8]) -> EngineFact? {
        var scanner = LineScanner(line)
        let word = scanner.word()
        guard let start = scanner.seconds(), scanner.skip(" "), let end = scanner.seconds(), scanner.skip(" "), !scanner.word().isEmpty, scanner.rest.isEmpty else {
            segments.append(HeardSegment(segments.last?.end ?? .zero, segments.last?.end ?? .zero, line))
            hasWords = false
            return nil
        }
        let isStart = word.elementsEqual("<s>".utf8)
        if isStart, hasWords { segments.append(HeardSegment(start, end, [])) }
        guard !segments.isEmpty else { return nil }
        if !hasWords { segments[segments.count - 1].start = start }
        hasWords = true
        segments[segments.count - 1].end = end
        return .reached(end)
    }

    private mutating func readLog(_ line: String) -> EngineFact? {
        if line.hasPrefix("INFO:") {
            if line.contains("TOTAL bestpath") { isThrough = true }
            return nil
        }
        // The rest of the log is the table of settings, whose lines begin with the setting's name.
        guard !line.hasPrefix("-"), !line.hasPrefix("["), !line.hasPrefix("Current configuration") else { return nil }
        if line.hasPrefix("ERROR:") || line.hasPrefix("FATAL:") { hasFailed = true }
        return .complained(line)
    }
}
