// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// `tallylight watch --format …`, as bars keep it running: one for each screen, longer than any recorder.
@Suite("Bars", .crowded, .timeLimit(.minutes(5)))
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

    @Test
    func `tmux shows the take in its status line, second by second, and takes nothing in a title for a format`() async throws {
        try await Desk.use(sound: PrivatePulse.start()) { desk in
            _ = try await desk.startRecorder()
            try await Multiplexer.use(on: desk, status: "‹#(\(Desk.programs)/tallylight watch --format tmux)›") { tmux in
                try await tmux.shows("‹›")
                try await desk.ask("start")
                // It looks once a second: which second it shows is a matter of chance, and that the next one differs is not.
                var shown: Substring = ""
                for _ in 1...2 {
                    try await tmux.terminal.until("another time") { [shown] screen in Self.time(in: screen).map { $0 != shown } ?? false }
                    shown = try #require(Self.time(in: tmux.terminal.screen))
                }
                try await desk.ask("pause")
                try await desk.ask("title", "#[fg=red]#{host}#(id)")
                try await tmux.shows(" #[fg=red]#{host}#(id)›")
                try await desk.ask("discard")
                try await tmux.shows("‹›")
            }
        }
    }
}

extension BarTests {
    /// The time behind the dot of a take that is recorded.
    private static func time(in screen: PseudoTerminalScreen) -> Substring? {
        for line in screen.lines {
            if let range = line.firstRange(of: "‹● ") { return line[range.upperBound...].prefix { $0 != "›" } }
        }
        return nil
    }
}

/// A tmux of a test's own, on a terminal of its own.
@LoopActor
private final class Multiplexer {
    let terminal = PseudoTerminal()
    private let client: Subprocess

    private init(on desk: Desk, socket: String, status: String) async throws {
        let settings = ["set", "-g", "status-right", status, ";", "set", "-g", "status-right-length", "70", ";", "set", "-g", "status-left", "", ";", "set", "-g", "status-interval", "1"]
        let stream = SubprocessStream.file(terminal.path)
        client = try await Subprocess.start(
            "/usr/bin/tmux", ["-u", "-S", socket, "-f", "/dev/null", "new-session", "cat", ";"] + settings, environment: desk.environment, input: stream, output: stream,
            errors: stream, isSessionLeader: true)
        terminal.startReading()
    }

    /// Works with a tmux whose status line has `status` on its right, on the loop, and ends it with all that runs in it.
    nonisolated static func use(on desk: Desk, status: String, _ body: @escaping @LoopActor (Multiplexer) async throws -> Void) async throws {
        let socket = desk.home.file("tmux")
        try await onLoop {
            let tmux = try await Multiplexer(on: desk, socket: socket, status: status)
            let result: Result<Void, any Error>
            do { result = .success(try await body(tmux)) } catch { result = .failure(error) }
            _ = try await desk.run("tmux", "-S", socket, "kill-server")
            _ = try await tmux.client.finish()
            tmux.terminal.close()
            try result.get()
        }
    }

    /// Waits until the screen shows `text`, and not for ever.
    func shows(_ text: String) async throws {
        try await terminal.until("“\(text)”") { $0.contains(text) }
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
