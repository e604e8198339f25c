// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// `tallylight watch --format …`, as bars keep it running: one for each screen, longer than any recorder.
@Suite("Bars", .timeLimit(.minutes(2)))
struct BarTests {
    @Test
    func `a take on the bars of two screens, with the recorder killed and started again beneath`() async throws {
        let engine = StandInEngine()
        try await Desk.use(sound: PrivatePulse.start(), extra: engine.environment) { desk in
            var bars: [Bar] = []
            for _ in 1...2 { bars.append(Bar(process: try await desk.start("tallylight", ["watch", "--format", "waybar"]))) }
            for bar in bars { try await bar.until(#""class":["notRecording","absent"]"#) }
            let first = try await desk.startRecorder()
            for bar in bars { try await bar.until(#""class":["notRecording"]"#) }
            try await desk.ask("start")
            for bar in bars {
                try await bar.until(#"{"text":"● 0:01","alt":"recording","tooltip":"Recording  0:01"#)
                try await bar.until(#"{"text":"● 0:02"#)
            }
            try await desk.ask("pause")
            for bar in bars { try await bar.until(#"{"text":"❚❚ 0:0"#, #""class":["paused"]"#) }
            await first.send(SIGKILL)
            for bar in bars { try await bar.until(#""class":["notRecording","absent"]"#) }
            _ = try await desk.startRecorder()
            for bar in bars { try await bar.until(#""class":["notRecording"]"#) }
            try await desk.ask("start")
            for bar in bars { try await bar.until(#""alt":"recording""#) }
            try await desk.ask("finish", "--wait")
            for bar in bars {
                try await bar.until(#""alt":"notRecording""#)
                await bar.process.send(SIGTERM)
                let result = try await bar.process.finish()
                #expect(result.ending == .signalled(SIGTERM))
                #expect(result.errors == "")
                // None twice in a row.
                #expect(zip(result.lines, result.lines.dropFirst()).allSatisfy { $0 != $1 })
            }
        }
    }
}

/// What a bar shows, line by line.
private struct Bar {
    let process: Subprocess

    /// Waits for a line that says all of `texts`, and forgets those before it.
    func until(_ texts: String...) async throws {
        while true {
            let line = try await process.nextLine(within: .seconds(20))
            if texts.allSatisfy(line.contains) { return }
        }
    }
}
