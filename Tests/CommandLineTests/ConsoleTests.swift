// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import CommandLine

@Suite("Console", .timeLimit(.minutes(1)))
struct ConsoleTests {
    private static let hostile = "mic\u{1B}]52;c;cHduCg==\u{07}\u{9B}31m\u{202E}rev\r\u{2028}x"

    @Test
    func `C139: what goes to a terminal cannot steer it`() async throws {
        try await onLoop {
            let terminal = PseudoTerminal()
            let console = Console(output: OutputDescriptor(number: terminal.slave), errors: OutputDescriptor(number: terminal.slave))
            console.line(Self.hostile)
            console.text("one\n\u{1B}[2Jtwo\n")
            console.complain(Self.hostile)
            await terminal.shows("tallylight: mic")
            #expect(terminal.screen.strange.isEmpty)
            #expect(terminal.screen.lines.count == 4)
            #expect(terminal.screen.lines[1] == "one")
            let shown = String(decoding: terminal.received, as: UTF8.self).unicodeScalars
            #expect(shown.allSatisfy { $0 == "\r" || $0 == "\n" || ($0.properties.generalCategory != .control && $0.properties.generalCategory != .format) })
            terminal.close()
        }
    }

    @Test
    func `C139: a program gets it as it is, and a line as one line`() async throws {
        let text = try await onLoop {
            let pipe = Pipe()
            let console = Console(output: OutputDescriptor(number: pipe.writer), errors: OutputDescriptor(number: pipe.writer))
            console.line(Self.hostile)
            console.text("one\n\u{1B}[2Jtwo")
            console.text("")
            return pipe.finish()
        }
        #expect(text == Self.hostile.replacing("\r", with: " ").replacing("\u{2028}", with: "") + "\none\n\u{1B}[2Jtwo\n")
    }

    @Test
    func `a disk that takes nothing is a failure`() async throws {
        try await withVerbRig { rig in
            let full = open("/dev/full", O_WRONLY)
            defer { close(full) }
            let errors = Pipe()
            #expect(await rig.perform(["status"], output: full, errors: errors.writer) == .failed)
            #expect(errors.finish() == "tallylight: The output could not be written: No space left on device.\n")
        }
    }

    @Test
    func `a reader that has gone is none, and does not hide a failure`() async throws {
        try await withVerbRig { rig in
            for (error, code) in [(nil, ExitCode.done), (RecordingError(.staleSession, "Stale."), .refused)] {
                let (output, errors) = (Pipe(), Pipe())
                output.closeReader()
                rig.commander.error = error
                #expect(await rig.perform(["status"], output: output.writer, errors: errors.writer) == code)
                #expect(errors.finish() == (error.map { "tallylight: \($0.message)\n" } ?? ""))
                close(output.writer)
            }
        }
    }
}
