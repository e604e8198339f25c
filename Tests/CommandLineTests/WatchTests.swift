// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import Testing

@testable import CommandLine

/// A `watch` that is running, and the end of its output that is read.
@LoopActor
private struct Watching {
    let rig: VerbRig
    let output = Pipe()
    let errors = Pipe()
    private let task: Task<ExitCode, Never>

    init(_ rig: VerbRig, _ words: String...) {
        self.rig = rig
        let (writer, failing) = (output.writer, errors.writer)
        task = Loop.shared.task { await rig.perform(["watch"] + words, output: writer, errors: failing) }
    }

    func end() async -> ExitCode {
        rig.commander.leave()
        return await task.value
    }

    func code() async -> ExitCode { await task.value }
}

private func recording(since anchor: UInt64, _ change: (inout Activity) -> Void = { _ in }) -> Activity {
    var activity = Activity()
    activity.state = .recording
    activity.session = SessionID(rawValue: "S")
    activity.timer = ActivityTimer(anchor: MonotonicTime(microseconds: anchor))
    change(&activity)
    return activity
}

@Suite("watch", .timeLimit(.minutes(1)))
struct WatchTests {
    @Test
    func `a line now and for each change of what it says, none for the time alone`() async throws {
        try await withVerbRig { rig in
            let watching = Watching(rig)
            #expect(await watching.output.line() == "Not recording")
            rig.commander.current = recording(since: 60_000_000)
            #expect(await watching.output.line() == "Recording  0:00")
            // The audio is ahead by a second: the anchor moves, and nothing else changes.
            rig.now = MonotonicTime(microseconds: 70_000_000)
            rig.commander.current = recording(since: 59_000_000)
            rig.commander.current = recording(since: 59_000_000) { $0.notice = .silence }
            #expect(await watching.output.line() == "Recording  0:11  (the microphone is silent)")
            #expect(await watching.end() == .notRunning)
            #expect(watching.errors.finish() == "tallylight: No recorder is running.\n")
            #expect(watching.output.finish() == "")
        }
    }

    @Test
    func `JSON has a line for a moved anchor, too, and none for what is the same`() async throws {
        try await withVerbRig { rig in
            let watching = Watching(rig, "--json")
            #expect(await watching.output.line().hasPrefix("{\"state\":\"notRecording\""))
            rig.commander.current = recording(since: 60_000_000)
            rig.commander.current = recording(since: 60_000_000)
            #expect(await watching.output.line().contains("\"anchor_timestamp_monotonic\":60000000,"))
            rig.commander.current = recording(since: 59_000_000)
            #expect(await watching.output.line().contains("\"anchor_timestamp_monotonic\":59000000,"))
            _ = await watching.end()
            #expect(watching.output.finish() == "")
            #expect(watching.errors.finish() != "")
        }
    }

    @Test
    func `a reader that leaves is noticed at once, and is no failure`() async throws {
        try await withVerbRig { rig in
            let watching = Watching(rig)
            _ = await watching.output.line()
            watching.output.closeReader()
            // Nothing changes, and still it ends.
            #expect(await watching.code() == .done)
            #expect(watching.errors.finish() == "")
        }
    }

    @Test
    func `a reader that is slow gets the newest line, and nobody waits for it`() async throws {
        try await withVerbRig { rig in
            let watching = Watching(rig, "--json")
            // A pipe of one page is full after a few lines of its size.
            _ = fcntl(watching.output.writer, 1031, 4096)
            _ = await watching.output.line()
            let title = String(repeating: "x", count: 3000)
            for number in 1...50 {
                rig.commander.current = recording(since: 1) { $0.title = "\(title)\(number)." }
                _ = await rig.run("status")
            }
            var lines: [String] = []
            while lines.last?.contains("x50.") != true { lines.append(await watching.output.line()) }
            #expect(lines.count < 10)
            _ = await watching.end()
            _ = (watching.output.finish(), watching.errors.finish())
        }
    }

    @Test
    func `a file is always ready`() async throws {
        try await withVerbRig { rig in
            let file = open("/tmp", 0o20200000 | O_RDWR, 0o600)
            defer { close(file) }
            let errors = Pipe()
            async let code = rig.perform(["watch"], output: file, errors: errors.writer)
            await rig.commander.untilWatched()
            rig.commander.current = recording(since: 60_000_000)
            rig.commander.leave()
            #expect(await code == .notRunning)
            lseek(file, 0, SEEK_SET)
            var buffer = [UInt8](repeating: 0, count: 1000)
            let count = read(file, &buffer, buffer.count)
            #expect(String(decoding: buffer[..<max(0, count)], as: UTF8.self).hasSuffix("Recording  0:00\n"))
            _ = errors.finish()
        }
    }

    @Test
    func `with ticks there is a line when the take's second is full`() async throws {
        try await withVerbRig { rig in
            let watching = Watching(rig, "--tick")
            _ = await watching.output.line()
            // The next second is full in 20 ms.
            rig.now = nil
            rig.commander.current = recording(since: MonotonicClock.microseconds - 1_980_000)
            let lines = [await watching.output.line(), await watching.output.line()]
            #expect([["Recording  0:01", "Recording  0:02"], ["Recording  0:02", "Recording  0:03"]].contains(lines), "\(lines)")
            _ = await watching.end()
            _ = (watching.output.finish(), watching.errors.finish())
        }
    }
}
