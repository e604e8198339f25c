// SPDX-License-Identifier: MIT

import Commanding
import RecorderService
import TestSupport
import Testing

@Suite("What is shown arrives", .timeLimit(.minutes(1)))
struct TransportTests {
    private static let hostile = "mic\u{1b}]52;c;cHduCg==\u{7} \u{9b}31m \u{202e} \r\n <b>&amp; “ü” 🎙️👩‍👩‍👧 " + String(repeating: "\u{301}", count: 10_000)

    static let activities: [Activity] = [
        Activity(locale: "de-CH"),
        {
            var activity = Activity()
            activity.state = .recording
            activity.session = SessionID(rawValue: hostile)
            activity.title = hostile
            activity.source = hostile
            activity.timer = ActivityTimer(elapsed: .microseconds(1), anchor: MonotonicTime(microseconds: .max))
            activity.started = WallTime(microseconds: .max)
            activity.commands = RecordingCommand.allCases
            activity.notice = .lowDisk
            activity.kept = [SessionID(rawValue: "a"), SessionID(rawValue: hostile)]
            return activity
        }(),
        {
            var activity = Activity()
            activity.state = .paused
            activity.isInterrupted = true
            activity.timer = ActivityTimer(elapsed: .microseconds(Int64.max))
            activity.commands = []
            activity.lastResult = TakeResult(
                session: SessionID(rawValue: "x"), outcome: .failed, audioPath: "/tmp/a b/100 % #1?.flac\u{1b}[2J ü", transcriptPath: "/t.txt", duration: .seconds(1),
                error: RecordingError(.transcriptionFailed, hostile))
            return activity
        }(),
        {
            var activity = Activity()
            activity.state = .processing
            activity.progress = 0.5
            activity.lastResult = TakeResult(session: SessionID(rawValue: "x"), outcome: .discarded)
            return activity
        }(),
    ]

    @Test(arguments: activities)
    func `C139: whatever a recorder shows arrives as it is`(activity: Activity) async throws {
        try await withBusRig { rig in
            let commander = try await rig.commander()
            var stream = try await commander.activities().makeAsyncIterator()
            _ = await stream.next()
            try await onLoop { rig.object.report(activity) }
            #expect(await stream.next() == activity)
            #expect(try await commander.activity() == activity)
        }
    }

    @Test
    func `C139: control characters in a title and a file name reach scripts as valid text`() async throws {
        try await withBusRig { rig in
            let commander = try await rig.commander()
            let session = try await commander.perform(.start, session: nil).session
            await #expect { try await commander.setTitle(Self.hostile, of: session) } throws: { ($0 as? RecordingError)?.name == .invalidArguments }
            try await commander.setTitle(String(Self.hostile.unicodeScalars.prefix { $0 != "\u{301}" }), of: session)
            #expect(try await commander.activity().title == "mic ]52;c;cHduCg== 31m \u{202e} <b>&amp; “ü” 🎙️👩‍👩‍👧")
            #expect(try await rig.get("Title").contains("52;c;cHduCg=="))
            try await onLoop { rig.object.report(Self.activities[2]) }
            #expect(try await rig.get("LastResult").contains("\"file:///tmp/a%20b/100%20%25%20%231%3F.flac%1B%5B2J%20%C3%BC\""))
        }
    }

    @Test
    func `C139: a NUL never reaches the bus`() async throws {
        try await withBusRig { rig in
            let commander = try await rig.commander()
            var activity = Activity()
            activity.source = "mic\0rophone"
            let now = activity
            try await onLoop { rig.object.report(now) }
            #expect(try await !commander.activity().source.contains("\0"))
            await #expect(throws: RecordingError.self) { try await commander.setTitle("a\0b", of: .none) }
            #expect(try await commander.activity().state == .notRecording)
        }
    }

    @Test
    func `what comes from the model out of range is held within what the bus can say`() async throws {
        try await withBusRig { rig in
            let commander = try await rig.commander()
            var activity = Activity()
            activity.timer.elapsed = .seconds(-1)
            activity.started = WallTime(microseconds: -5)
            activity.progress = .nan
            let now = activity
            try await onLoop { rig.object.report(now) }
            let seen = try await commander.activity()
            #expect(seen.timer.elapsed == .zero && seen.started == nil && seen.progress == nil)
        }
    }
}
