// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import Terminal
import TestSupport
import Testing

@Suite("Whether there is a terminal", .timeLimit(.minutes(1)))
struct TerminalCheckTests {
    @Test
    func `C137: what is no terminal is said in one sentence`() async throws {
        try await onLoop {
            var ends: [Int32] = [-1, -1]
            #expect(pipe(&ends) == 0)
            let null = open("/dev/null", O_RDWR | O_CLOEXEC)
            let terminal = PseudoTerminal()
            for other in [ends[0], null, -1, 1_000_000] {
                #expect(TerminalCheck.problem(input: other, output: terminal.slave, type: "xterm")?.hasPrefix("Standard input is not a terminal") == true)
                #expect(TerminalCheck.problem(input: terminal.slave, output: other, type: "xterm")?.hasPrefix("Standard output is not a terminal") == true)
            }
            #expect(TerminalCheck.problem(input: terminal.slave, output: terminal.slave, type: "dumb")?.contains("dumb") == true)
            #expect(TerminalCheck.problem(input: terminal.slave, output: terminal.slave, type: "")?.hasPrefix("TERM is not set") == true)
            #expect(TerminalCheck.problem(input: terminal.slave, output: terminal.slave, type: "xterm") == nil)
            terminal.close()
            for descriptor in ends + [null] { close(descriptor) }
        }
    }

    @Test
    func `C137: a session on descriptors that are no terminal, or closed, ends at once`() async throws {
        try await onLoop {
            let null = open("/dev/null", O_RDWR | O_CLOEXEC)
            for descriptor in [null, -1, 1_000_000] {
                let session = TerminalSession(commander: FakeRecorder(), role: .attached, input: descriptor, output: descriptor, style: PanelStyle())
                #expect(await session.run() == .hangup)
            }
            close(null)
        }
    }

    @Test
    func `a crash gives the terminal back and shows what was said before`() async throws {
        let terminal = await Loop.shared.task { PseudoTerminal() }.value
        let before = await Loop.shared.task { terminal.modes }.value
        let path = terminal.path
        await #expect(processExitsWith: .signal(SIGSEGV)) { [path = path as String] in
            let slave = open(path, O_RDWR | O_NOCTTY)
            dup2(slave, STDERR_FILENO)
            try await onLoop {
                let session = TerminalSession(commander: FakeRecorder(), role: .attached, input: slave, output: slave, style: PanelStyle())
                let running = Loop.shared.task { await session.run() }
                var modes = termios()
                repeat {
                    try await LoopTimer.sleep(for: .zero)
                    tcgetattr(slave, &modes)
                } while modes.c_lflag & tcflag_t(ECHO) != 0
                _ = write(STDERR_FILENO, "the last words\n", 15)
                raise(SIGSEGV)
                _ = await running.value
            }
        }
        try await onLoop {
            await terminal.shows("the last words")
            #expect(!terminal.screen.isAlternate)
            #expect(terminal.modes == before)
            terminal.close()
        }
    }
}
