// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import Terminal
import TestSupport
import Testing

/// A session on a pseudo-terminal, run by the test's hand.
@LoopActor
final class SessionRig {
    let terminal: PseudoTerminal
    let recorder = FakeRecorder()
    let session: TerminalSession
    let modes: [UInt8]
    private let running: Task<TerminalEnding, Never>

    init(role: TerminalRole = .recorder(canLiveOn: true), columns: Int = 80, rows: Int = 24, stop: @escaping @LoopActor (PseudoTerminal) -> Void = { _ in }) {
        let terminal = PseudoTerminal(columns: columns, rows: rows)
        self.terminal = terminal
        modes = terminal.modes
        let session = TerminalSession(
            commander: recorder, role: role, input: terminal.slave, output: terminal.slave, style: PanelStyle(), stop: { stop(terminal) })
        self.session = session
        running = Loop.shared.task { await session.run() }
    }

    /// Waits for the end and checks that the terminal is as it was.
    func ending() async -> TerminalEnding {
        let ending = await running.value
        #expect(terminal.modes == modes)
        await terminal.until { !$0.isAlternate && $0.hasCursor && $0.modes.contains(7) && !$0.modes.contains(2004) }
        #expect(terminal.screen.strange.isEmpty)
        terminal.close()
        return ending
    }

    func hangUp() async -> TerminalEnding {
        terminal.hangUp()
        return await running.value
    }

    func cancel() { running.cancel() }
}

@Suite("Session on a terminal", .timeLimit(.minutes(1)))
struct TerminalSessionTests {
    @Test
    func `a take goes from the first key to its text`() async throws {
        try await onLoop {
            let rig = SessionRig()
            let terminal = rig.terminal
            await terminal.shows("○ Ready")
            #expect(terminal.isRaw)
            #expect(!terminal.screen.hasCursor)
            terminal.type(" ")
            await terminal.shows("● Recording")
            await terminal.shows("−20 dBFS")
            terminal.type(" ")
            await terminal.shows("❚❚ Paused")
            terminal.type("\r")
            await terminal.shows("◌ Processing")
            rig.recorder.publish { $0.progress = 0.43 }
            await terminal.shows("43 %")
            let take = rig.recorder.now.session
            rig.recorder.texts[take] = Transcript(text: "She had your dark suit in greasy wash water all year.", engine: "e", model: "m", language: "en")
            rig.recorder.finishProcessing(.transcribed)
            await terminal.shows("She had your dark suit")
            terminal.type("\u{1B}")
            await terminal.shows("○ Ready")
            terminal.type("q")
            #expect(await rig.ending() == .quit)
            #expect(rig.recorder.performed.map(\.command) == [.toggle, .toggle, .process])
            #expect(rig.recorder.performed.map(\.session) == [.some(.none), take, take])
        }
    }

    @Test
    func `the time goes on by itself while a take runs`() async throws {
        try await onLoop {
            let rig = SessionRig(columns: 80, rows: 9)
            rig.recorder.publish {
                $0 = .recording(.milliseconds(59_950), now: MonotonicTime(microseconds: MonotonicClock.microseconds))
            }
            await rig.terminal.shows("Recording  1:00")
            await rig.terminal.until { _ in rig.recorder.levelRequests > 0 }
            rig.session.interrupt()
            await rig.terminal.shows("A take is open.")
            rig.terminal.type("b")
            #expect(await rig.ending() == .background)
            #expect(rig.terminal.screen.contains("The take goes on in the background."))
        }
    }

    @Test
    func `the level isn't asked for unless a take runs`() async throws {
        try await onLoop {
            let rig = SessionRig()
            for activity in [Activity(), .paused(.seconds(1)), .processing(0.1)] {
                rig.recorder.publish { $0 = activity }
                await rig.terminal.shows(activity.state == .notRecording ? "Ready" : activity.state == .paused ? "Paused" : "Processing")
                rig.terminal.type("\u{C}")
            }
            #expect(rig.recorder.levelRequests == 0)
            rig.session.end(.detached)
            #expect(await rig.ending() == .detached)
        }
    }

    // MARK: Endings

    @Test
    func `every ending gives the terminal back byte for byte`() async throws {
        try await onLoop {
            let endings: [(TerminalRole, String, TerminalEnding)] = [
                (.recorder(canLiveOn: true), "qs", .saveAndQuit), (.recorder(canLiveOn: true), "\u{3}b", .background), (.attached, "q", .detached), (.attached, "\u{3}", .detached),
            ]
            for (role, keys, ending) in endings {
                let rig = SessionRig(role: role)
                rig.recorder.publish { $0 = .paused(.seconds(1)) }
                await rig.terminal.shows("Paused")
                rig.terminal.type(keys)
                #expect(await rig.ending() == ending)
                #expect(rig.recorder.performed.isEmpty)
            }
        }
    }

    @Test
    func `a recorder that vanishes ends the session, says so, and gives the terminal back`() async throws {
        try await onLoop {
            let rig = SessionRig(role: .attached)
            await rig.terminal.shows("Ready")
            rig.recorder.vanish()
            #expect(await rig.ending() == .lostRecorder(nil))
            #expect(rig.terminal.screen.contains("The recorder has ended."))
        }
    }

    @Test
    func `cancelling the task detaches and gives the terminal back`() async throws {
        try await onLoop {
            let rig = SessionRig(role: .attached)
            await rig.terminal.shows("Ready")
            rig.cancel()
            #expect(await rig.ending() == .detached)
        }
    }

    @Test
    func `a terminal that hangs up ends the session, and the take goes on`() async throws {
        try await onLoop {
            let rig = SessionRig()
            rig.recorder.publish { $0 = .recording(.zero, now: MonotonicTime(microseconds: MonotonicClock.microseconds)) }
            await rig.terminal.shows("Recording")
            #expect(await rig.hangUp() == .hangup)
            #expect(rig.recorder.performed.isEmpty)
        }
    }

    @Test
    func `what the terminal is lent in between is given back too`() async throws {
        try await onLoop {
            let rig = SessionRig()
            await rig.terminal.shows("Ready")
            rig.session.restore()
            rig.session.restore()
            await rig.terminal.until { !$0.isAlternate && $0.hasCursor }
            #expect(rig.terminal.modes == rig.modes)
            rig.recorder.publish { $0 = .paused(.zero) }
            rig.session.resume()
            rig.session.resume()
            await rig.terminal.until { $0.isAlternate && $0.contains("Paused") }
            #expect(rig.terminal.isRaw)
            rig.session.end(.hangup)
            #expect(await rig.ending() == .hangup)
        }
    }

    @Test
    func `the shell's open file is left as it is`() async throws {
        try await onLoop {
            let rig = SessionRig()
            await rig.terminal.shows("Ready")
            #expect(fcntl(rig.terminal.slave, F_GETFL) & O_NONBLOCK == 0)
            rig.terminal.type("q")
            #expect(await rig.ending() == .quit)
        }
    }

    // MARK: Keys

    @Test
    func `suspending gives the terminal back while the process stands, and takes it again`() async throws {
        try await onLoop {
            let stops = Counter()
            let rig = SessionRig(
                role: .attached,
                stop: { terminal in
                    stops.count += 1
                    #expect(!terminal.isRaw)
                    terminal.resize(columns: 50, rows: 9)
                })
            await rig.terminal.shows("Ready")
            rig.terminal.type("\u{1A}")
            await rig.terminal.shows("○ Ready  0:00")
            #expect(stops.count == 1)
            #expect(rig.terminal.isRaw)
            rig.terminal.type("q")
            #expect(await rig.ending() == .detached)
        }
    }

    @Test
    func `keys cut into single bytes are keys, and pasted ones are none`() async throws {
        try await onLoop {
            let rig = SessionRig()
            rig.recorder.publish { $0 = .paused(.seconds(1)) }
            await rig.terminal.shows("Paused")
            for byte in Array("\u{1B}[200~d\r q\u{1B}[201~\u{1B}[A".utf8) { rig.terminal.type([byte]) }
            rig.terminal.type(" ")
            await rig.terminal.shows("Recording")
            #expect(rig.recorder.performed.map(\.command) == [.toggle])
            rig.session.end(.background)
            #expect(await rig.ending() == .background)
        }
    }

    @Test
    func `commands arrive in the order of the keys, each for the take that was shown`() async throws {
        try await onLoop {
            let rig = SessionRig()
            rig.recorder.publish { $0 = .paused(.seconds(1)) }
            await rig.terminal.shows("Paused")
            rig.terminal.type("  \rd")
            await rig.terminal.until { _ in rig.recorder.performed.count == 4 }
            #expect(rig.recorder.performed.map(\.command) == [.toggle, .toggle, .process, .discard])
            #expect(rig.recorder.performed.allSatisfy { $0.session == Activity.take })
            rig.session.end(.quit)
            #expect(await rig.ending() == .quit)
        }
    }

    @Test
    func `a refusal is shown as a sentence`() async throws {
        try await onLoop {
            let rig = SessionRig()
            rig.recorder.publish { $0 = .recording(.zero, now: MonotonicTime(microseconds: MonotonicClock.microseconds)) }
            await rig.terminal.shows("Recording")
            rig.terminal.type("\r")
            await rig.terminal.shows("That makes no sense while the state is recording.")
            rig.session.end(.quit)
            #expect(await rig.ending() == .quit)
        }
    }

    @Test
    func `a recorder that doesn't answer holds up neither the panel nor the way out`() async throws {
        try await onLoop {
            let rig = SessionRig(role: .attached)
            rig.recorder.isHung = true
            await rig.terminal.shows("Ready")
            rig.terminal.type(" ")
            await rig.terminal.shows("Waiting for the microphone…")
            rig.terminal.type("q")
            #expect(await rig.ending() == .detached)
        }
    }

    // MARK: Windows

    @Test
    func `C135: a thousand window sizes in a storm, with names of every kind, end in the right picture`() async throws {
        try await onLoop {
            let rig = SessionRig()
            rig.recorder.publish {
                $0 = .recording(.seconds(1), now: MonotonicTime(microseconds: MonotonicClock.microseconds))
                $0.source = "山田さんのマイク 🎙️ e\u{301}"
                $0.title = PanelFuzzTests.hostile.joined()
            }
            var random = SystemRandomNumberGenerator()
            for step in 0..<1000 {
                let size = step % 100 == 0 ? (65535, 65535) : (Int.random(in: 1...300, using: &random), Int.random(in: 1...100, using: &random))
                rig.terminal.resize(columns: size.0, rows: size.1)
                rig.session.windowChanged()
                if step % 10 == 0 { await turn() }
            }
            rig.terminal.resize(columns: 5, rows: 2)
            rig.session.windowChanged()
            await rig.terminal.until { $0.lines == ["small"] }
            rig.terminal.resize(columns: 80, rows: 24)
            rig.session.windowChanged()
            await rig.terminal.until { $0.line(1).hasPrefix("    ● Recording") && $0.line(22) == "    space pause   q quit" }
            rig.session.end(.background)
            #expect(await rig.ending() == .background)
        }
    }

    @Test
    func `a terminal that takes nothing holds nothing up and gets the newest picture when it does`() async throws {
        try await onLoop {
            let rig = SessionRig()
            await rig.terminal.shows("Ready")
            rig.terminal.stopReading()
            for number in 0..<300 {
                rig.recorder.publish {
                    $0 = .paused(.seconds(number))
                    $0.title = "number \(number)"
                }
                rig.terminal.resize(columns: 80 + number % 2, rows: 24)
                rig.session.windowChanged()
                await turn()
            }
            rig.terminal.type(" ")
            await turn()
            rig.recorder.publish { $0.title = "the newest" }
            rig.terminal.startReading()
            await rig.terminal.shows("the newest")
            #expect(rig.recorder.performed.map(\.command) == [.toggle])
            // Far fewer pictures than changes: those nobody would have seen were not drawn.
            #expect(rig.terminal.screen.frames < 200)
            rig.session.end(.quit)
            #expect(await rig.ending() == .quit)
        }
    }

    @Test
    func `a terminal that takes nothing is given back in bounded time all the same`() async throws {
        try await onLoop {
            let rig = SessionRig()
            await rig.terminal.shows("Ready")
            rig.terminal.stopReading()
            for number in 0..<300 {
                rig.terminal.resize(columns: 80 + number % 2, rows: 24)
                rig.session.windowChanged()
                await turn()
            }
            rig.session.end(.quit)
            await turn()
            #expect(rig.terminal.modes == rig.modes)
            rig.terminal.startReading()
            _ = await rig.hangUp()
        }
    }

    /// Lets the loop do all that is at hand, the terminal's side too.
    @LoopActor
    private func turn() async {
        for _ in 0..<3 {
            await withCheckedContinuation { continuation in LoopTimer(after: .zero) { continuation.resume() } }
        }
    }
}

@LoopActor
private final class Counter {
    var count = 0
    nonisolated init() {}
}
