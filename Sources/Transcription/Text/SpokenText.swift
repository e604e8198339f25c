// SPDX-License-Identifier: MIT

package import Commanding

/// What was said, from what an engine told: decoded, cleaned, and without what no sound stands behind.
package enum SpokenText {
    /// The stretches of speech in what an engine heard, in order.
    ///
    /// - Parameters:
    ///   - heard: what the engine told.
    ///   - loudness: the loudness of the audio: a stretch in which nothing stands out from the noise was made up by the engine.
    package static func segments(of heard: [HeardSegment], in loudness: Loudness) -> [Transcript.Segment] {
        var heard = heard
        joinCharacters(&heard)
        return heard.compactMap { segment in
            let start = min(max(segment.start, .zero), loudness.duration)
            let end = min(max(segment.end, start), loudness.duration)
            let text = clean(String(decoding: segment.text, as: UTF8.self))
            guard !text.isEmpty, loudness.standsOut(from: start, to: end) else { return nil }
            return Transcript.Segment(start: start, end: end, text: text)
        }
    }

    /// The text of all stretches.
    static func text(of segments: [Transcript.Segment]) -> String {
        segments.map(\.text).joined(separator: " ")
    }

    /// Some engines cut between tokens, and a token may end inside a character: its other half begins the next stretch.
    private static func joinCharacters(_ heard: inout [HeardSegment]) {
        for index in heard.indices.dropLast() {
            let tail = UTF8Tail.unfinished(in: heard[index].text)
            let count = UTF8Tail.completion(of: tail, in: heard[index + 1].text)
            heard[index].text += heard[index + 1].text.prefix(count)
            heard[index + 1].text.removeFirst(count)
        }
    }

    /// A stretch's text without markers, without control characters, with single blanks; empty when no word is left.
    static func clean(_ text: String) -> String {
        var text = removing(from: text, open: "[", close: "]")
        text = removing(from: text, open: "<|", close: "|>")
        text = text.replacing("<unk>", with: " ").replacing("♪", with: " ")
        text = inert(text)
        guard text.contains(where: { $0.isLetter || $0.isNumber || $0 == "\u{FFFD}" }) else { return "" }
        let isAside = text.hasPrefix("(") && text.hasSuffix(")") || text.hasPrefix("*") && text.hasSuffix("*")
        return isAside ? "" : text
    }

    /// A text on one line, with single blanks and nothing a terminal would act upon.
    static func inert(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }).split(separator: " ").joined(separator: " ")
    }

    /// The text without what stands between two marks, and without the marks.
    ///
    /// `[BLANK_AUDIO]` and `<|en|>` are what engines write there. A mark without its partner stays.
    private static func removing(from text: String, open: String, close: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let start = rest.firstRange(of: open), let end = rest[start.upperBound...].firstRange(of: close) {
            result += rest[..<start.lowerBound] + " "
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}
