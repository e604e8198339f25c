// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// What displays on other clocks make of the timer.
@Suite("Clocks", .timeLimit(.minutes(1)))
struct ClockTests {
    @Test
    func `C077: a display whose boot clock is an hour ahead shows the same time`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            for verb in ["resume", "pause"] {
                try await desk.ask(verb)
                let before = try await elapsed(desk.tallylight("status", "--json"))
                let shifted = try await elapsed(desk.run("unshare", "-rT", "--boottime", "3600", "--fork", "\(Desk.programs)/tallylight", "status", "--json"))
                let after = try await elapsed(desk.tallylight("status", "--json"))
                #expect(before >= 0 && (before...after).contains(shifted), "\(before) \(shifted) \(after)")
            }
        }
    }

    private func elapsed(_ result: SubprocessResult) throws -> Int {
        try #require(Int(result.succeeded().output.json("current_usec")))
    }

    @Test
    func `C077: the anchor is CLOCK_MONOTONIC's, and the time only grows`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            let begin = Int(MonotonicClock.microseconds)
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            let status = try await desk.ask("status", "--json")
            #expect((begin...Int(MonotonicClock.microseconds)).contains(Int(status.json("anchor_timestamp_monotonic")) ?? 0))
            let watch = try await desk.start("tallylight", ["watch", "--json", "--tick"])
            var times: [Int] = []
            for _ in 0..<3 { times.append(Int(try await watch.nextLine().json("current_usec")) ?? -1) }
            #expect(times == times.sorted() && times[0] >= 0, "\(times)")
        }
    }

    @Test(arguments: ["America/Los_Angeles", "Pacific/Kiritimati", "garbage"])
    func `C079: the name of a take is its start in the zone of the recorder, whatever the locale`(_ zone: String) async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe), extra: ["TZ": zone, "LC_ALL": "th_TH.UTF-8"]) { desk in
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            let started = try await desk.status("started_timestamp").dropLast(6)
            await recorder.send(SIGTERM)
            _ = try await recorder.finish()
            let name = try await Subprocess.run(
                "/bin/date", ["-d", "@\(started)", "+%Y-%m-%d %H.%M.%S"], environment: ["TZ": zone == "garbage" ? "UTC" : zone, "LC_ALL": "C"])
            #expect(desk.files("Documents/Tallylight") == ["\(name.lines[0]).flac"])
        }
    }
}
