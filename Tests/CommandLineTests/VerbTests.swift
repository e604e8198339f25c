// SPDX-License-Identifier: MIT

import Commanding
import Testing

@testable import CommandLine

private let session = SessionID(rawValue: "S")

private func activity(_ state: RecordingState, _ change: (inout Activity) -> Void = { _ in }) -> Activity {
    var activity = Activity()
    activity.state = state
    if state != .notRecording { activity.session = session }
    change(&activity)
    return activity
}

@Suite("Verbs", .timeLimit(.minutes(1)))
struct VerbTests {
    @Test(arguments: RecordingCommand.allCases)
    func `each command is sent once, for the session that was given, and what it led to is printed`(_ command: RecordingCommand) async throws {
        try await withVerbRig { rig in
            rig.commander.next[command] = activity(.paused)
            #expect(await rig.run("\(command.rawValue) --session S") == VerbRig.Outcome(code: .done, output: "Paused  0:00\n", errors: ""))
            #expect(rig.commander.calls == [.perform(command, session)])
            let json = await rig.run("\(command.rawValue) --json")
            #expect(json.output.hasPrefix("{\"state\":\"paused\",\"session\":\"S\","))
            #expect(json.output.hasSuffix("}\n"))
            #expect(rig.commander.calls.last == .perform(command, nil))
        }
    }

    @Test
    func `an empty session guards against an open take`() async throws {
        try await withVerbRig { rig in
            _ = await rig.run(["start", "--session", ""])
            #expect(rig.commander.calls == [.perform(.start, SessionID.none)])
        }
    }

    @Test(
        arguments: ["toggle", "process --wait", "discard", "start", "pause", "resume", "finish", "status", "watch", "transcript", "transcript S", "title x", "recover", "quit"],
        [RecordingError.Name.invalidState, .staleSession, .notAnswering, .noBus, .storageFailed])
    func `an error is one sentence and its exit code`(_ line: String, _ name: RecordingError.Name) async throws {
        try await withVerbRig { rig in
            rig.commander.error = RecordingError(name, "What happened.\nWhat to do.")
            let outcome = await rig.run(line)
            #expect(outcome == VerbRig.Outcome(code: ExitCode(RecordingError(name, "")), output: "", errors: "tallylight: What happened. What to do.\n"))
            #expect(rig.launcher.launches == 0)
        }
    }

    // MARK: No recorder

    @Test(arguments: ["process", "discard", "pause", "resume", "finish --wait", "status", "watch", "transcript", "title x", "recover", "quit", "toggle --session S"])
    func `without a recorder nothing is started`(_ line: String) async throws {
        try await withVerbRig { rig in
            rig.commander.error = RecordingError(.notRunning, "No recorder is running.")
            #expect(await rig.run(line) == VerbRig.Outcome(code: .notRunning, output: "", errors: "tallylight: No recorder is running.\n"))
            #expect(rig.launcher.launches == 0)
        }
    }

    @Test(arguments: ["toggle", "start", "toggle --session="])
    func `C145: toggle and start launch a recorder, then send`(_ line: String) async throws {
        try await withVerbRig { rig in
            rig.commander.error = RecordingError(.notRunning, "No recorder is running.")
            rig.commander.next = [.toggle: activity(.recording), .start: activity(.recording)]
            #expect(await rig.run(line) == VerbRig.Outcome(code: .done, output: "Recording  0:00\n", errors: ""))
            #expect(rig.launcher.launches == 1)
            #expect(rig.commander.calls.count == 2)
        }
    }

    @Test
    func `a recorder that cannot be launched is said once`() async throws {
        try await withVerbRig { rig in
            rig.commander.error = RecordingError(.notRunning, "No recorder is running.")
            rig.launcher.error = RecordingError(.cancelled, "It ended at once.")
            #expect(await rig.run("toggle") == VerbRig.Outcome(code: .failed, output: "", errors: "tallylight: It ended at once.\n"))
        }
    }

    // MARK: Waiting

    private func finished(_ outcome: RecordingOutcome, _ error: RecordingError? = nil) -> Activity {
        activity(.notRecording) { $0.lastResult = TakeResult(session: session, outcome: outcome, duration: .seconds(1), error: error) }
    }

    @Test
    func `waiting prints the text when it is there`() async throws {
        try await withVerbRig { rig in
            rig.commander.next[.finish] = activity(.processing)
            rig.commander.transcripts[session] = Transcript(text: "hello\nworld", engine: "e", model: "m", language: "en")
            async let outcome = rig.run("finish --wait")
            await rig.commander.untilWatched()
            rig.commander.current = activity(.processing) { $0.progress = 0.5 }
            rig.commander.current = finished(.transcribed)
            #expect(await outcome == VerbRig.Outcome(code: .done, output: "hello\nworld\n", errors: ""))
        }
    }

    @Test
    func `an end that came before the first look is seen`() async throws {
        try await withVerbRig { rig in
            rig.commander.next[.process] = finished(.transcribed)
            rig.commander.transcripts[session] = Transcript(text: "hello", engine: "e", model: "m", language: "en")
            #expect(await rig.run("process --wait") == VerbRig.Outcome(code: .done, output: "hello\n", errors: ""))
        }
    }

    @Test
    func `a take hidden by a later one is asked for by its session`() async throws {
        try await withVerbRig { rig in
            rig.commander.next[.process] = activity(.recording) { $0.session = SessionID(rawValue: "later") }
            rig.commander.transcripts[session] = Transcript(text: "hello", engine: "e", model: "m", language: "en")
            #expect(await rig.run("process --session S --wait").output == "hello\n")
        }
    }

    @Test
    func `the kept take's earlier failure is not taken for the new one's`() async throws {
        try await withVerbRig { rig in
            let before = TakeResult(session: session, outcome: .failed, error: RecordingError(.transcriptionFailed, "Before."))
            rig.commander.next[.process] = activity(.processing) { $0.lastResult = before }
            async let outcome = rig.run("process --session S --wait")
            await rig.commander.untilWatched()
            rig.commander.current = finished(.noSpeech)
            #expect(await outcome.code == .done)
        }
    }

    @Test
    func `C123: no speech is an empty output, a line for people, and success`() async throws {
        try await withVerbRig { rig in
            rig.commander.next[.finish] = finished(.noSpeech)
            #expect(await rig.run("finish --wait") == VerbRig.Outcome(code: .done, output: "", errors: "tallylight: No speech was recognised.\n"))
        }
    }

    @Test
    func `a failure is its message and 1, a discarded take 3`() async throws {
        try await withVerbRig { rig in
            rig.commander.next[.finish] = finished(.failed, RecordingError(.transcriptionFailed, "The engine crashed."))
            #expect(await rig.run("finish --wait") == VerbRig.Outcome(code: .failed, output: "", errors: "tallylight: The engine crashed.\n"))
            rig.commander.next[.finish] = finished(.discarded)
            let discarded = await rig.run("finish --wait")
            #expect(discarded.code == .refused)
            #expect(discarded.output == "")
            #expect(discarded.errors.hasPrefix("tallylight: The take was discarded"))
        }
    }

    @Test
    func `waiting with JSON prints the result and its text on one line`() async throws {
        try await withVerbRig { rig in
            rig.commander.next[.finish] = finished(.transcribed)
            rig.commander.transcripts[session] = Transcript(text: "a\nb", engine: "e", model: "m", language: "en")
            #expect(
                await rig.run("finish --wait --json").output == """
                    {"session":"S","outcome":"transcribed","audio_path":null,"transcript_path":null,"duration_usec":1000000,"error_name":null,"error_message":null,\
                    "transcript":{"session":"S","title":null,"text":"a\\nb","engine":"e","model":"m","language":"en","draft":false,"segments":[]}}

                    """)
        }
    }

    @Test
    func `a recorder that ends meanwhile is 4`() async throws {
        try await withVerbRig { rig in
            rig.commander.next[.finish] = activity(.processing)
            async let outcome = rig.run("finish --wait")
            await rig.commander.untilWatched()
            rig.commander.leave()
            #expect(await outcome.code == .notRunning)
            #expect(await outcome.errors.contains("ended before the text was ready"))
        }
    }

    // MARK: The others

    @Test
    func `status is one question, and names kept takes for people`() async throws {
        try await withVerbRig { rig in
            rig.commander.current = activity(.notRecording) { $0.kept = [session, SessionID(rawValue: "T")] }
            let outcome = await rig.run("status")
            #expect(outcome.output == "Not recording\nKept, to be processed or discarded with --session: S T\n")
            #expect(rig.commander.calls == [.activity])
            #expect(await rig.run("status --json").output.count { $0 == "\n" } == 1)
        }
    }

    @Test
    func `a transcript is that of the last take, or of the one named`() async throws {
        try await withVerbRig { rig in
            #expect(await rig.run("transcript").code == .failed)
            rig.commander.current = finished(.transcribed)
            rig.commander.transcripts = [
                session: Transcript(text: "last", engine: "", model: "", language: ""), SessionID(rawValue: "T"): Transcript(text: "", engine: "", model: "", language: ""),
            ]
            #expect(await rig.run("transcript").output == "last\n")
            #expect(await rig.run("transcript T") == VerbRig.Outcome(code: .done, output: "", errors: "tallylight: No speech was recognised.\n"))
            #expect(await rig.run("transcript X").code == .failed)
            #expect(await rig.run("transcript T --json").output.hasPrefix("{\"session\":\"T\",\"title\":null,\"text\":\"\",\"engine\":null"))
        }
    }

    @Test
    func `C125: a title is taken as it stands, for the open take or the one named`() async throws {
        try await withVerbRig { rig in
            #expect(await rig.run("title x").code == .refused)
            rig.commander.current = activity(.recording)
            let title = "'; rm -rf ~; $(touch pwn) `id` -o x\n#"
            #expect(await rig.run(["title", title]) == VerbRig.Outcome(code: .done, output: "", errors: ""))
            #expect(rig.commander.calls.last == .setTitle(title, session))
            _ = await rig.run(["title", "--session", "K", ""])
            #expect(rig.commander.calls.last == .setTitle("", SessionID(rawValue: "K")))
            #expect(await rig.run("language de-CH --session K").code == .done)
            #expect(rig.commander.calls.last == .setLocale("de-CH", SessionID(rawValue: "K")))
        }
    }

    @Test
    func `recover prints the session that is back`() async throws {
        try await withVerbRig { rig in
            #expect(await rig.run("recover").output == "last\n")
            #expect(await rig.run("recover T").output == "T\n")
            #expect(rig.commander.calls == [.recover(.none), .recover(SessionID(rawValue: "T"))])
        }
    }

    /// One of each kind, started 2026-11-30 14:05:22 UTC and before.
    private static let takes: [ListedTake] = {
        var discarded = ListedTake(session: SessionID(rawValue: "D"), state: .discarded, started: WallTime(microseconds: 1_796_000_000_000_000), duration: .seconds(3), size: 4_000)
        discarded.discarded = WallTime(microseconds: 1_796_047_500_000_000)
        discarded.expires = WallTime(microseconds: 1_796_048_100_000_000)
        var other = discarded
        other.session = SessionID(rawValue: "E")
        return [
            ListedTake(session: SessionID(rawValue: "A"), reason: .crashed, started: WallTime(microseconds: 0), size: 2_340_000, title: "Mutter\u{1B}[2J", locale: "de"), discarded, other,
        ]
    }()

    @Test
    func `recover --list shows what is kept and why, and what can be brought back and for how long`() async throws {
        try await withVerbRig { rig in
            rig.commander.listed = Self.takes
            let outcome = await rig.run("recover --list")
            let lines = outcome.output.split(separator: "\n")
            #expect(outcome.code == .done && lines.count == 3)
            #expect(lines[0].hasPrefix("A  1 January 1970 "))
            #expect(lines[0].contains("length not known yet  2.3 MB  “Mutter") && lines[0].hasSuffix("kept: the recorder was killed in the middle of it"))
            #expect(lines[1].contains("3 seconds  4 kB  discarded at ") && lines[1].hasSuffix(", gone in 9 minutes 38 seconds"))
            #expect(rig.commander.calls == [.takes])
            let json = await rig.run("recover --list --json").output
            #expect(json.hasPrefix(#"[{"session":"A","state":"kept","reason":"crashed","started_timestamp":0,"duration_usec":null,"size":2340000,"title":"Mutter\u001b[2J","#))
            #expect(json.contains(#""locale":"de","discarded_timestamp":null,"expires_timestamp":null},"#))
            #expect(json.contains(#""state":"discarded","reason":"unprocessed","started_timestamp":1796000000000000,"duration_usec":3000000"#))
            #expect(json.contains(#""discarded_timestamp":1796047500000000,"expires_timestamp":1796048100000000}"#))
            rig.commander.listed = []
            let empty = await rig.run("recover --list")
            #expect(empty.code == .done && empty.output.isEmpty && !empty.errors.isEmpty)
            #expect(await rig.run("recover --list --json").output == "[]\n")
        }
    }

    @Test
    func `recover --all brings every discarded take back, and leaves the kept ones alone`() async throws {
        try await withVerbRig { rig in
            rig.commander.listed = Self.takes
            #expect(await rig.run("recover --all") == VerbRig.Outcome(code: .done, output: "D\nE\n", errors: ""))
            #expect(rig.commander.calls == [.takes, .recover(SessionID(rawValue: "D")), .recover(SessionID(rawValue: "E"))])
        }
    }

    @Test(arguments: ["recover --list --all", "recover --list S", "recover --all S", "recover --json", "recover --all --json"])
    func `recover takes one choice`(line: String) async throws {
        try await withVerbRig { rig in
            let outcome = await rig.run(line)
            #expect(outcome.code == .usage && outcome.output.isEmpty && !outcome.errors.isEmpty)
            #expect(rig.commander.calls.isEmpty)
        }
    }

    @Test
    func `quit waits until the recorder is gone`() async throws {
        try await withVerbRig { rig in
            #expect(await rig.run("quit --force") == VerbRig.Outcome(code: .done, output: "", errors: ""))
            #expect(rig.commander.calls == [.activities, .activity, .quit(force: true)])
        }
    }

    @Test
    func `quit says where the audio of the open take is, and why it is not where it should be`() async throws {
        let end = "The audio is in /takes/a.flac. The take is kept, and can be processed when the recorder runs again.\n"
        for (name, message, words) in [(.cancelled, "It was ended.", ""), (.storageFailed, "Documents cannot be written.", "tallylight: Documents cannot be written.\n")]
            as [(RecordingError.Name, String, String)]
        {
            try await withVerbRig { rig in
                rig.commander.lastWords = TakeResult(session: SessionID(rawValue: "S"), outcome: .failed, audioPath: "/takes/a.flac", duration: .seconds(3), error: RecordingError(name, message))
                #expect(await rig.run("quit --force") == VerbRig.Outcome(code: .done, output: "", errors: "\(words)tallylight: \(end)"))
            }
        }
        // What happened before is no news.
        try await withVerbRig { rig in
            rig.commander.current.lastResult = TakeResult(
                session: SessionID(rawValue: "S"), outcome: .failed, audioPath: "/takes/a.flac", duration: .seconds(3), error: RecordingError(.storageFailed, "No."))
            #expect(await rig.run("quit --force").errors.isEmpty)
        }
    }

    @Test
    func `C147: start and pause may be sent twice`() async throws {
        try await withVerbRig { rig in
            rig.commander.next = [.start: activity(.recording), .pause: activity(.paused)]
            for line in ["start", "start", "pause", "pause"] {
                #expect(await rig.run(line).code == .done)
            }
            #expect(rig.commander.calls == [.perform(.start, nil), .perform(.start, nil), .perform(.pause, nil), .perform(.pause, nil)])
        }
    }
}
