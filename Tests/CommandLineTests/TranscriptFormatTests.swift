// SPDX-License-Identifier: MIT

import Commanding
import Testing

@testable import CommandLine

@Suite("Formats of a text")
struct TranscriptFormatTests {
    private let take: NamedTranscript = {
        var transcript = Transcript(
            text: "One & <two>. *Three*",
            segments: [
                .init(start: .milliseconds(-5), end: .milliseconds(1500), text: "One & <two>."),
                .init(start: .seconds(100 * 3600 + 61) + .microseconds(7999), end: .seconds(100 * 3600 + 62), text: "*Three*\n--> four"),
            ], engine: "e", model: "m", language: "en")
        transcript.title = "A [title]"
        return NamedTranscript(session: SessionID(rawValue: "S"), transcript: transcript)
    }()

    @Test(
        arguments: [
            (.txt, "One & <two>. *Three*"),
            (.srt, "1\n00:00:00,000 --> 00:00:01,500\nOne & <two>.\n\n2\n100:01:01,007 --> 100:01:02,000\n*Three* --> four"),
            (.vtt, "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOne &amp; &lt;two&gt;.\n\n100:01:01.007 --> 100:01:02.000\n*Three* --&gt; four"),
            (.md, "# A \\[title\\]\n\n**0:00:00** One \\& \\<two\\>.\n\n**100:01:01** \\*Three\\* --\\> four"),
        ] as [(TranscriptFormat, String)])
    func `a text in its format, with nothing in it that its reader takes for markup`(format: TranscriptFormat, text: String) {
        #expect(format.text(of: take) == text)
    }

    @Test
    func `a text in which nobody speaks is empty, or a document without content`() {
        let silent = NamedTranscript(session: SessionID(rawValue: "S"), transcript: Transcript(text: "", engine: "", model: "", language: "en"))
        #expect(TranscriptFormat.allCases.map { $0 == .json ? "" : $0.text(of: silent) } == ["", "", "", "WEBVTT", "# S"])
    }

    @Test(arguments: ["transcript --format srt", "--format srt transcript", "--format=srt transcript S", "transcript --json --format srt"])
    func `a flag means what its verb says, wherever it stands`(line: String) throws {
        let parsed = try Parser.parse(line.split(separator: " ").map(String.init), for: .client)
        #expect(parsed.options.textFormat == .srt && parsed.options.format == .plain)
        #expect(throws: UsageError.self) { try Parser.parse(["status", "--format", "srt"], for: .client) }
        #expect(throws: UsageError.self) { try Parser.parse(["--format", "waybar", "transcript"], for: .client) }
    }
}
