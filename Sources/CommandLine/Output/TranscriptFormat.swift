// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

/// How a text is printed.
enum TranscriptFormat: String, Hashable, Sendable, CaseIterable {
    /// The text alone.
    case txt
    /// A JSON object on one line.
    case json
    /// Subtitles as SubRip has them.
    case srt
    /// Subtitles as the web has them ([WebVTT](https://www.w3.org/TR/webvtt1/)).
    case vtt
    /// A heading, and a paragraph for each stretch with its time.
    case md

    /// The text of a take, without a last line break.
    func text(of take: NamedTranscript) -> String {
        let segments = take.transcript.segments
        switch self {
        case .txt: return take.transcript.text
        case .json: return JSON.object(take, NamedTranscript.keys).text
        case .srt: return zip(1..., segments).map { "\($0)\n\(Self.span(of: $1, point: ","))\n\($1.text.singleLine)" }.joined(separator: "\n\n")
        case .vtt: return (["WEBVTT"] + segments.map { "\(Self.span(of: $0, point: "."))\n\(Self.escaped($0.text.singleLine))" }).joined(separator: "\n\n")
        case .md:
            let title = take.transcript.title.isEmpty ? take.session.rawValue : take.transcript.title
            return (["# \(Self.literal(title))"] + segments.map { "**\(Self.clock($0.start))** \(Self.literal($0.text.singleLine))" }).joined(separator: "\n\n")
        }
    }

    private static func span(of segment: Transcript.Segment, point: Character) -> String {
        "\(stamp(segment.start, point)) --> \(stamp(segment.end, point))"
    }

    /// `hours:minutes:seconds` with milliseconds behind `point`.
    private static func stamp(_ time: Duration, _ point: Character) -> String {
        let milliseconds = max(0, time.wholeMicroseconds / 1000)
        let fraction = String(milliseconds % 1000)
        return "\(clock(time, hours: 2))\(point)\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }

    /// `hours:minutes:seconds`, the hours with as many digits at least.
    private static func clock(_ time: Duration, hours digits: Int = 1) -> String {
        let seconds = max(0, time.wholeMicroseconds / 1_000_000)
        let parts = [(seconds / 3600, digits), (seconds / 60 % 60, 2), (seconds % 60, 2)]
        return parts.map { number, digits in String(repeating: "0", count: max(0, digits - "\(number)".count)) + "\(number)" }.joined(separator: ":")
    }

    /// A text in which WebVTT sees neither tags nor the arrow of a time.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// A text in which Markdown sees no markup: every mark of ASCII may have a backslash before it (CommonMark, 2.4).
    private static func literal(_ text: String) -> String {
        text.reduce(into: "") { $0 += "\\`*_{}[]<>#+!|&~".contains($1) ? "\\\($1)" : String($1) }
    }
}
