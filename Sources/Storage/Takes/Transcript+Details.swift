// SPDX-License-Identifier: MIT

package import Commanding

/// What is kept of a transcript beside its text, as `key = value` lines:
///
/// | key | value |
/// |---|---|
/// | `title` | what the user calls the take |
/// | `engine`, `model` | who heard it |
/// | `language` | the language it was heard in, a BCP 47 tag |
/// | `draft` | `yes` when the engine is only a stopgap, else `no` |
/// | `segment` | begin and end in microseconds of the audio and what was said, a blank between them; a line for each, in order |
extension Transcript {
    /// The lines.
    package var details: [(key: String, value: String)] {
        [("title", title), ("engine", engine), ("model", model), ("language", language), ("draft", isDraft ? "yes" : "no")]
            + segments.map { ("segment", "\($0.start.wholeMicroseconds) \($0.end.wholeMicroseconds) \($0.text)") }
    }

    /// `text` with the details of `pairs`, which may hold other keys too.
    package init(text: String, details pairs: [(key: String, value: String)]) {
        self.init(text: text, engine: "", model: "", language: "")
        for (key, value) in pairs {
            switch key {
            case "title": title = value
            case "engine": engine = value
            case "model": model = value
            case "language": language = value
            case "draft": isDraft = value == "yes"
            case "segment": if let segment = Self.segment(value) { segments.append(segment) }
            default: break
            }
        }
    }

    private static func segment(_ value: String) -> Segment? {
        let parts = value.utf8.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let start = Int64(Substring(parts[0])), let end = Int64(Substring(parts[1])) else { return nil }
        return Segment(start: .microseconds(start), end: .microseconds(end), text: String(Substring(parts[2])))
    }

    /// The text as a file: with a line feed at its end, as text files have.
    static func file(of text: String) -> [UInt8] { Array("\(text)\n".utf8) }

    /// The text of a file, without the line feed at its end.
    static func text(of file: [UInt8]) -> String {
        String(decoding: file.last == UInt8(ascii: "\n") ? file.dropLast() : file[...], as: UTF8.self)
    }
}
