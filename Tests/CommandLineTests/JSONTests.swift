// SPDX-License-Identifier: MIT

import Commanding
import Testing

@testable import CommandLine

@Suite("JSON")
struct JSONTests {
    @Test(arguments: [
        ("", "\"\""),
        ("plain ü 日本 🎙", "\"plain ü 日本 🎙\""),
        ("\"\\/", "\"\\\"\\\\/\""),
        ("\n\r\t", "\"\\n\\r\\t\""),
        ("\0\u{01}\u{08}\u{0C}\u{1B}\u{1F}", "\"\\u0000\\u0001\\u0008\\u000c\\u001b\\u001f\""),
        ("\u{7F}\u{80}\u{9B}31m", "\"\\u007f\\u0080\\u009b31m\""),
        ("\u{2028}\u{2029}\u{202E}\u{200F}\u{FEFF}", "\"\\u2028\\u2029\\u202e\\u200f\\ufeff\""),
        ("\u{E0041}", "\"\\udb40\\udc41\""),
        ("\r\n", "\"\\r\\n\""),
    ])
    func `C139: a string is escaped where it would end, steer a terminal or turn around`(_ text: String, _ json: String) {
        #expect(JSON.string(text).text == json)
    }

    @Test(arguments: [
        (JSON.null, "null"), (.boolean(true), "true"), (.boolean(false), "false"), (.integer(.min), "-9223372036854775808"), (.natural(.max), "18446744073709551615"),
        (.number(0.5), "0.5"), (.number(1), "1.0"), (.number(.nan), "null"), (.number(-.infinity), "null"), (.array([]), "[]"), (.object([]), "{}"),
        (.array([.integer(1), .array([.null])]), "[1,[null]]"),
        (.object([JSON.Member(name: "a\"", value: .integer(1)), JSON.Member(name: "b", value: .string("c"))]), "{\"a\\\"\":1,\"b\":\"c\"}"),
    ])
    func `values are written as the standard has them`(_ value: JSON, _ text: String) {
        #expect(value.text == text)
    }

    @Test
    func `an idle recorder has every key, and null for what is not there`() {
        let snapshot = Snapshot(activity: Activity(), now: MonotonicTime(microseconds: 1))
        #expect(
            snapshot.json.text == """
                {"state":"notRecording","session":"","available_commands":["toggle","start"],"elapsed_usec":0,"anchor_timestamp_monotonic":null,"current_usec":0,\
                "started_timestamp":null,"progress":null,"interrupted":false,"notice":null,"source":null,"title":null,"locale":"en","kept":[],"last_result":null}
                """)
    }

    @Test
    func `a running recorder gives what is needed to count`() {
        var activity = Activity(locale: "de-CH")
        activity.state = .recording
        activity.session = SessionID(rawValue: "S")
        activity.commands = [.toggle, .pause, .finish]
        activity.timer = ActivityTimer(elapsed: .microseconds(1_500_000), anchor: MonotonicTime(microseconds: 10_000_000))
        activity.started = WallTime(microseconds: 1_796_000_000_000_000)
        activity.notice = .silence
        activity.source = "Mic \"1\""
        activity.title = "Über\u{1B}"
        activity.kept = [SessionID(rawValue: "K")]
        activity.lastResult = TakeResult(
            session: SessionID(rawValue: "L"), outcome: .failed, audioPath: "/a b.flac", duration: .seconds(3), error: RecordingError(.transcriptionFailed, "It failed."))
        #expect(
            Snapshot(activity: activity, now: MonotonicTime(microseconds: 12_000_000)).json.text == """
                {"state":"recording","session":"S","available_commands":["toggle","pause","finish"],"elapsed_usec":1500000,"anchor_timestamp_monotonic":10000000,\
                "current_usec":3500000,"started_timestamp":1796000000000000,"progress":null,"interrupted":false,"notice":"silence","source":"Mic \\"1\\"",\
                "title":"Über\\u001b","locale":"de-CH","kept":["K"],"last_result":{"session":"L","outcome":"failed","audio_path":"/a b.flac","transcript_path":null,\
                "duration_usec":3000000,"error_name":"TranscriptionFailed","error_message":"It failed."}}
                """)
    }

    @Test
    func `a transcript comes with its segments`() {
        let transcript = Transcript(
            text: "hello", segments: [Transcript.Segment(start: .zero, end: .milliseconds(1500), text: "hello")], engine: "e", model: "", language: "en", isDraft: true)
        #expect(
            JSON.object(NamedTranscript(session: SessionID(rawValue: "S"), transcript: transcript), NamedTranscript.keys).text == """
                {"session":"S","title":null,"text":"hello","engine":"e","model":null,"language":"en","draft":true,"segments":[{"start_usec":0,"end_usec":1500000,"text":"hello"}]}
                """)
    }
}
