// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// `tallylight` where no recorder runs: it becomes one, and the terminal is the recorder's own.
@Suite("The recorder's own terminal", .serialized, .crowded, .timeLimit(.minutes(5)))
struct OwnTerminalTests {
    private static let noise = SoundComparison.noise(seconds: 0.5)

    private func sit(
        _ engine: StandInEngine = StandInEngine(), arguments: String = "", _ body: @escaping @LoopActor (Desk, Seat, PseudoTerminal, PrivatePulse) async throws -> Void
    ) async throws {
        let microphone = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: microphone, extra: engine.environment) { desk in
            try await desk.endingDetachedRecorder {
                try await Seat.use(on: desk, arguments) { seat, terminal in
                    try await seat.shows("○ Ready")
                    try await body(desk, seat, terminal, microphone)
                }
            }
        }
    }

    @Test
    func `a whole take with keys, from the first to the text, and the terminal as it was`() async throws {
        try await sit { desk, seat, terminal, microphone in
            #expect(terminal.isRaw && terminal.screen.isAlternate)
            #expect(try await desk.recorderProcess() == seat.process())
            terminal.type(" ")
            try await seat.shows("● Recording")
            try await desk.say(Self.noise, into: microphone)
            try await seat.endTake(reading: StandInEngine.words)
            #expect(try await desk.recorderProcess() == nil)
            #expect(try await desk.holds(Self.noise, in: desk.audio))
        }
    }

    @Test
    func `a take in which nobody speaks says so`() async throws {
        try await sit(StandInEngine("say ''")) { _, seat, terminal, _ in
            terminal.type(" ")
            try await seat.shows("● Recording")
            terminal.type(" ")
            try await seat.shows("❚❚ Paused")
            terminal.type("\r")
            try await seat.shows("No speech was recognised.")
            terminal.type("\u{1B}")
            try await seat.shows("○ Ready")
            terminal.type("q")
            try await seat.ends(with: 0)
        }
    }

    @Test
    func `C071: q, Ctrl-C and escape never discard: with a take open it asks, and saving keeps every sample`() async throws {
        try await sit { desk, seat, terminal, microphone in
            terminal.type(" ")
            try await seat.shows("● Recording")
            try await desk.say(Self.noise, into: microphone)
            for key in ["q", "\u{3}"] {
                terminal.type(key)
                try await seat.shows("A take is open.")
                #expect(!terminal.screen.contains("background"), "the prompt of the shell would not return")
                terminal.type("\u{1B}")
                try await seat.until("the right picture") { !$0.contains("A take is open.") && $0.contains("● Recording") }
            }
            #expect(try await desk.status("state") == "recording")
            terminal.type("qs")
            try await seat.ends(with: 0)
            #expect(try await desk.holds(Self.noise, in: desk.recordings.first))
            #expect(desk.takes.count == 1)
        }
    }

    @Test
    func `C071: a discard is undone by recover, and pressed twice it reaches no other take`() async throws {
        try await sit(StandInEngine("exit 1")) { desk, seat, terminal, microphone in
            for _ in 0..<2 {
                terminal.type(" ")
                try await seat.shows("● Recording")
                try await desk.say(Self.noise, into: microphone)
                terminal.type(" ")
                try await seat.shows("❚❚ Paused")
                if desk.takes.count == 1 {
                    terminal.type("\r")
                    try await seat.shows("exit code 1")
                    terminal.type("\u{1B}")
                } else {
                    terminal.type("dd")
                }
                try await seat.shows("○ Ready")
            }
            // The one whose processing failed is kept; only the other is gone, and comes back.
            #expect(try await desk.ask("recover").filter { $0 != "\n" } == desk.takes.last)
            #expect(desk.takes.count == 2)
            for take in desk.takes { #expect(try await desk.holds(Self.noise, in: desk.home.file(".local/share/tallylight/takes/\(take)/audio.flac"))) }
            terminal.type("q")
            try await seat.ends(with: 0)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGQUIT, SIGXCPU])
    func `a signal with a take open saves it and gives the terminal back`(_ signal: Int32) async throws {
        try await sit { desk, seat, terminal, microphone in
            terminal.type(" ")
            try await seat.shows("● Recording")
            try await desk.say(Self.noise, into: microphone)
            kill(try await seat.process(), signal)
            if signal == SIGINT {
                // Ctrl-C from elsewhere is Ctrl-C.
                try await seat.shows("A take is open.")
                terminal.type("s")
                try await seat.ends(with: 0)
            } else {
                try await seat.ends(with: 128 + signal)
            }
            #expect(try await desk.holds(Self.noise, in: desk.recordings.first))
        }
    }

    @Test
    func `a recorder that is told to quit over the bus leaves its terminal, whatever that shows`() async throws {
        try await sit { desk, seat, terminal, microphone in
            terminal.type(" ")
            try await seat.shows("● Recording")
            try await desk.say(Self.noise, into: microphone)
            #expect(try await desk.tallylight("quit").code == 3)
            try await desk.ask("quit", "--force")
            try await seat.ends(with: 0)
            #expect(try await desk.holds(Self.noise, in: desk.recordings.first))
        }
    }

    @Test
    func `the window is closed with a take open: it is paused, and the next tallylight shows it`() async throws {
        try await sit { desk, seat, terminal, microphone in
            terminal.type(" ")
            try await seat.shows("● Recording")
            try await desk.say(Self.noise, into: microphone)
            let (session, process) = (try await desk.status("session"), try await seat.process())
            let log = try await desk.follow()
            seat.hangUp()
            try await log.until("\"state\":\"paused\"")
            #expect(try await desk.status("session") == session)
            #expect(try await desk.recorderProcess() == process)
            let next = try await Seat(on: desk)
            try await next.shows("❚❚ Paused")
            next.terminal.type("\r")
            try await next.shows(StandInEngine.words)
            next.terminal.type("q")
            try await next.ends(with: 0)
            #expect(try await desk.holds(Self.noise, in: desk.audio))
        }
    }

    @Test
    func `the window is closed with nothing open: the recorder ends`() async throws {
        try await sit { desk, seat, _, _ in
            let log = try await desk.follow()
            _ = try await log.next()
            seat.hangUp()
            #expect(try await log.process.finish().code == 4)
        }
    }

    @Test
    func `C135: a thousand window sizes in a take, with names of every kind, end in the right picture`() async throws {
        try await sit(StandInEngine("say '会議 ağ \(String(repeating: "🎙️👩‍👩‍👧 seven seals ", count: 200))'")) { desk, seat, terminal, microphone in
            terminal.type(" ")
            try await seat.shows("● Recording")
            try await desk.ask("title", "会議の録音 🎙️👩‍👩‍👧 ağ e\u{301}\u{301} \u{202E}x")
            await storm(terminal)
            try await seat.until("the right picture") { $0.contains("● Recording") && $0.contains("会議の録音") && $0.lastColumn < 80 }
            #expect(try await desk.status("state") == "recording")
            try await desk.say(Self.noise, into: microphone)
            terminal.type(" ")
            try await seat.shows("❚❚ Paused")
            terminal.type("\r")
            try await seat.shows("会議 ağ")
            await storm(terminal)
            try await seat.until("the text") { $0.contains("会議 ağ") && $0.contains("seven seals") && $0.lastColumn < 80 }
            terminal.type("\u{1B}")
            try await seat.shows("○ Ready")
            terminal.type("q")
            try await seat.ends(with: 0)
        }
    }

    /// A thousand sizes, from the smallest to the largest there are, and then that of an ordinary window.
    @LoopActor
    private func storm(_ terminal: PseudoTerminal) async {
        var seed: UInt64 = 7
        for step in 0..<1000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let (columns, rows) = step == 500 ? (65535, 65535) : (1 + Int(seed >> 33) % 300, 1 + Int(seed >> 45) % 100)
            terminal.resize(columns: columns, rows: rows)
            await Loop.shared.task {}.value
        }
        terminal.resize(columns: 1, rows: 1)
        terminal.resize(columns: 80, rows: 24)
    }
}
