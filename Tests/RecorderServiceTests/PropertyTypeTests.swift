// SPDX-License-Identifier: MIT

import BusContract
import TestSupport
import Testing

@Suite("Property types", .timeLimit(.minutes(1)))
struct PropertyTypeTests {
    private static let flags = ["true": "emits-change", "const": "const", "false": "-"]

    @Test
    func `busctl sees each member with the type and the promise of the document`() async throws {
        try await withBusRig { rig in
            let list = try await rig.run("busctl --user introspect org.tallylight.Recorder1 /org/tallylight/Recorder1")
            let rows = list.output.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init) }
            let document = ContractDocument(IntrospectionDocument.recorder1)
            for line in document.properties {
                let parts = line.split(separator: " ")
                let row = try #require(rows.first { $0.first == ".\(parts[0])" }, "\(line) is missing in:\n\(list.output)")
                #expect(row[1] == "property" && row[2] == parts[1] && row.last == Self.flags[String(parts[2])], "\(row)")
            }
            let ours = rows.drop { $0.first?.hasPrefix("org.tallylight.") != true }
            #expect(ours.filter { $0.count > 1 && $0[1] == "method" }.count == document.methods.count)
            #expect(ours.filter { $0.count > 1 && $0[1] == "signal" }.count == document.signals.count)
        }
    }

    @Test
    func `gdbus sees the same properties, with their values`() async throws {
        try await withBusRig { rig in
            let list = try await rig.run("gdbus introspect --session -d org.tallylight.Recorder1 -o /org/tallylight/Recorder1")
            for line in [
                "readonly s State = 'notRecording';", "readonly s Session = '';", "readonly as AvailableCommands = ['toggle', 'start'];", "readonly t ElapsedUSec = 0;",
                "readonly t AnchorTimestampMonotonic = 0;", "readonly t StartedTimestamp = 0;", "readonly d Progress = -1.0;", "readonly b Interrupted = false;",
                "readonly s Notice = '';", "readonly s Source = '';", "readonly s Title = '';", "readonly s Locale = 'en';", "readonly as Kept = [];",
                "readonly a{sv} LastResult = {};", "readonly d InputLevel = -20.0;", "readonly s Version = '1.2.3';", "readonly as Features = [];",
            ] {
                #expect(list.output.contains(line), "\(line) is missing in:\n\(list.output)")
            }
        }
    }

    @Test
    func `a take in all its properties, as a script reads it`() async throws {
        try await withBusRig { rig in
            #expect(try await rig.run("busctl --user call org.tallylight.Recorder1 /org/tallylight/Recorder1 org.tallylight.Recorder1 Toggle").output == "s \"recording\"\n")
            rig.clock.advance(by: .seconds(2))
            rig.capture.frames = 96_000
            #expect(try await rig.get("AnchorTimestampMonotonic") == "t 1000000000\n")
            #expect(try await rig.get("ElapsedUSec") == "t 0\n")
            #expect(try await rig.get("StartedTimestamp") == "t 1796050800000000\n")
            #expect(try await rig.get("Source") == "s \"Fake Microphone\"\n")
            let pause = try await rig.run("gdbus call --session -d org.tallylight.Recorder1 -o /org/tallylight/Recorder1 -m org.tallylight.Recorder1.Pause")
            #expect(pause.output == "('paused',)\n")
            #expect(try await rig.get("AnchorTimestampMonotonic") == "t 0\n")
            #expect(try await rig.get("ElapsedUSec") == "t 2000000\n")
            #expect(try await rig.get("AvailableCommands") == "as 5 \"toggle\" \"process\" \"discard\" \"resume\" \"finish\"\n")
            #expect(try await rig.run("busctl --user call org.tallylight.Recorder1 /org/tallylight/Recorder1 org.tallylight.Recorder1 Process").output == "s \"processing\"\n")
            _ = await rig.reporter.untilResults(1)
            let last = try await rig.get("LastResult")
            for part in [
                "a{sv} 5", "\"session\" s \"take-1\"", "\"outcome\" s \"transcribed\"", "\"duration_usec\" t 2000000", "\"audio_uri\" s \"file:///documents/take-1.flac\"",
                "\"transcript_uri\" s \"file:///documents/take-1.txt\"",
            ] {
                #expect(last.contains(part), "\(part) is missing in \(last)")
            }
            let text = try await rig.run("busctl --user call org.tallylight.Recorder1 /org/tallylight/Recorder1 org.tallylight.Recorder1 GetTranscript s take-1")
            #expect(text.output.hasPrefix("sa{sv} \"hello\" 7 "), "\(text.output)")
        }
    }
}
