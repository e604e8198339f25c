// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@Suite("Subprocess", .timeLimit(.minutes(1)))
struct SubprocessTests {
    @Test
    func `output, errors and exit code are collected`() async throws {
        let result = try await Subprocess.run("/bin/sh", ["-c", "echo out; echo err >&2; exit 7"])
        #expect(result.output == "out\n")
        #expect(result.errors == "err\n")
        #expect(result.ending == .exited(7))
        #expect(result.lines == ["out"])
    }

    @Test
    func `the environment is only what was given`() async throws {
        let result = try await Subprocess.run("/usr/bin/env", environment: ["A": "b"])
        #expect(result.lines.allSatisfy { $0 == "A=b" || $0.hasPrefix("PATH=") })
    }

    @Test
    func `what is written reaches the child, and lines come back one by one`() async throws {
        let child = try await Subprocess.start("/bin/cat", input: .pipe)
        await child.write("one\ntwo\n")
        #expect(try await child.nextLine() == "one")
        #expect(try await child.nextLine() == "two")
        await child.closeInput()
        #expect(try await child.finish().code == 0)
    }

    @Test
    func `more than a pipe holds passes both ways`() async throws {
        let child = try await Subprocess.start("/bin/cat", input: .pipe)
        let text = String(repeating: "0123456789abcdef", count: 20_000)
        await child.write(text)
        await child.closeInput()
        #expect(try await child.finish().output == text)
    }

    @Test
    func `a signal is an ending of its own`() async throws {
        let child = try await Subprocess.start("/bin/sleep", ["60"])
        await child.send(SIGTERM)
        let result = try await child.finish()
        #expect(result.ending == .signalled(SIGTERM))
        #expect(result.code == 143)
    }

    @Test
    func `a child that is too slow is killed with its group`() async throws {
        let child = try await Subprocess.start("/bin/sh", ["-c", "sleep 60 & wait"])
        await #expect(throws: SubprocessError.self) { try await child.finish(within: .milliseconds(20)) }
        #expect(try await child.finish().ending == .signalled(SIGKILL))
    }

    @Test
    func `waiting for a line that never comes ends with the child`() async throws {
        let child = try await Subprocess.start("/bin/true")
        await #expect(throws: SubprocessError.self) { try await child.nextLine() }
    }

    @Test
    func `a descriptor can be closed, a file, or a duplicate, and no other is inherited`() async throws {
        let list = try await Subprocess.run("/bin/ls", ["-l", "/proc/self/fd"], input: .file("/dev/full"))
        #expect(list.output.contains(" 0 -> /dev/full\n"))
        #expect(list.lines.count { $0.contains(" -> ") } == 4, "the three, and the folder being read: \(list.output)")
        let closed = try await Subprocess.run("/bin/sh", ["-c", "test -e /proc/$$/fd/0; echo $?"], input: .closed)
        #expect(closed.output == "1\n")
    }

    @Test
    func `a program that does not exist is an error`() async throws {
        await #expect(throws: SubprocessError.self) { try await Subprocess.run("/nonexistent") }
    }
}
