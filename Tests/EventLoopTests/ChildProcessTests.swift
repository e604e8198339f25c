// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("ChildProcess", .timeLimit(.minutes(1)))
struct ChildProcessTests {
    @Test
    func `all output arrives in order before the ending is told`() async throws {
        let (ending, output) = try await run(shell("i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done; echo last >&2; exit 3"))
        #expect(ending == .exited(3))
        #expect(output.standardOutput == (0..<2000).map { "line \($0)\n" }.joined())
        #expect(output.standardError == "last\n")
    }

    @Test
    func `more output than any pipe holds is read while the child writes it`() async throws {
        let (ending, output) = try await run(.init("/usr/bin/head", ["-c", "3000000", "/dev/zero"]))
        #expect(ending == .exited(0))
        #expect(output.standardOutput.utf8.count == 3_000_000)
    }

    @Test(arguments: [SIGILL, SIGSEGV, SIGKILL, SIGTERM])
    func `a signal is told as such`(signal: Int32) async throws {
        let (ending, _) = try await run(shell("kill -\(signal) $$"))
        #expect(ending == .killed(signal))
    }

    @Test
    func `the child has exactly the environment, folder, arguments and input it was given`() async throws {
        let command = ChildProcess.Command(
            "/bin/sh", ["-c", "env | grep -v -e ^PWD= -e ^_= -e ^SHLVL=; pwd; cat; echo \"$1|$2\"", "name", "$(touch pwn) `id`", "; rm -rf ~ #"],
            environment: ["PATH": "/usr/bin:/bin", "ONE": "a b=c"], workingDirectory: "/usr/share")
        let (ending, output) = try await run(command)
        #expect(ending == .exited(0))
        let lines = output.standardOutput.split(separator: "\n")
        #expect(lines.dropLast(2).sorted() == ["ONE=a b=c", "PATH=/usr/bin:/bin"])
        #expect(lines.suffix(2) == ["/usr/share", "$(touch pwn) `id`|; rm -rf ~ #"])
    }

    @Test
    func `the child inherits no other descriptor`() async throws {
        let leaky = open("/dev/null", O_RDONLY)
        defer { close(leaky) }
        let (_, output) = try await run(shell("exec ls /proc/self/fd"))
        // 3 is the folder that ls reads.
        #expect(output.standardOutput == "0\n1\n2\n3\n")
    }

    @Test
    func `the child blocks and ignores no signal, and leads its own group`() async throws {
        SignalWatch.ignore([SIGUSR2])
        let (_, output) = try await run(shell("cut -d' ' -f5 /proc/self/stat; exec grep -E '^Sig(Blk|Ign):' /proc/self/status"), blocking: [SIGTERM, SIGUSR1])
        let lines = output.standardOutput.split(separator: "\n")
        #expect(lines.first.map(String.init) == String(output.identifier))
        // 32 and 33 are glibc's own; posix_spawn leaves them ignored.
        let masks = lines.dropFirst().compactMap { UInt64($0.suffix(16), radix: 16) }.map { $0 & ~0x1_8000_0000 }
        #expect(masks == [0, 0])
    }

    @Test
    func `a program writes line by line to a terminal, and nothing is added to what it writes`() async throws {
        var command = shell("test -t 1 && test ! -t 2 && printf 'a\\nb\\r\\n\\004\\003c'")
        command.hasTerminal = true
        let (ending, output) = try await run(command)
        #expect(ending == .exited(0))
        #expect(output.standardOutput == "a\nb\r\n\u{4}\u{3}c")
    }

    @Test
    func `a child that honours TERM ends by it`() async throws {
        let (ending, _) = try await terminated(shell("echo ready; exec sleep 1000"))
        #expect(ending == .killed(SIGTERM))
    }

    @Test
    func `a stopped child is terminated too`() async throws {
        let (ending, _) = try await terminated(shell("echo ready; kill -STOP $$; exec sleep 1000"))
        #expect(ending == .killed(SIGTERM))
    }

    @Test
    func `C115: a group that ignores TERM is killed, grandchildren too`() async throws {
        let (ending, output) = try await terminated(shell("trap '' TERM; sleep 1000 & echo $!; while :; do sleep 1; done"))
        #expect(ending == .killed(SIGKILL))
        try await expectGone(output.standardOutput)
    }

    @Test
    func `what the leader leaves behind in its group ends with it`() async throws {
        let (ending, output) = try await run(shell("sleep 1000 >/dev/null 2>&1 & echo $!"))
        #expect(ending == .exited(0))
        try await expectGone(output.standardOutput)
    }

    @Test
    func `a grandchild that left the group and holds the output open delays the ending no longer than stated`() async throws {
        let started = ContinuousClock.now
        let (ending, output) = try await run(shell("setsid sh -c 'echo $$; exec sleep 1000' & sleep 0.1"))
        #expect(ending == .exited(0))
        #expect(ContinuousClock.now - started < .seconds(30))
        let stray = try #require(Int32(output.standardOutput.dropLast()))
        #expect(kill(stray, 0) == 0)
        kill(stray, SIGKILL)
    }

    @Test
    func `what was written in time is read by a loop that comes late to it`() async throws {
        let output = try await onLoop {
            let output = Collected()
            // The leader is gone at once, and what it left behind writes just before the loop is back from what kept it.
            let process = try ChildProcess(shell("{ echo first; sleep 1.2; echo last; } &")) { output.add($1, from: $0) }
            var busy: LoopTimer?
            output.onFirst = { busy = LoopTimer(after: .milliseconds(100)) { usleep(1_500_000) } }
            defer { busy?.cancel() }
            _ = await process.ending()
            return output.result(process.identifier)
        }
        #expect(output.standardOutput == "first\nlast\n")
    }

    @Test
    func `nothing of a child is left when it has ended: no process that watched it, and no object`() async throws {
        let identifier = try await onLoop {
            var process: ChildProcess? = try ChildProcess(shell("echo; exit 0")) { _, _ in }
            weak let kept = process
            let identifier = process?.identifier ?? 0
            _ = await process?.ending()
            process = nil
            while kept != nil { await Loop.shared.task {}.value }
            return identifier
        }
        while kill(-identifier, 0) == 0 { sched_yield() }
    }

    @Test
    func `cancelling the wait terminates the child and waits until it is gone`() async throws {
        let process = try await onLoop {
            let output = Collected()
            let process = try ChildProcess(shell("exec sleep 1000")) { output.add($1, from: $0) }
            let waiting = Loop.shared.task { await process.ending() }
            waiting.cancel()
            #expect(await waiting.value == .killed(SIGTERM))
            return process.identifier
        }
        #expect(kill(process, 0) == -1)
    }

    @Test
    func `terminating a child that is gone does nothing`() async throws {
        let ending = try await onLoop {
            let process = try ChildProcess(shell("exit 7")) { _, _ in }
            _ = await process.ending()
            process.terminate()
            return await process.ending()
        }
        #expect(ending == .exited(7))
    }

    @Test
    func `C119: what cannot be executed is an error with its reason, whatever it is`() async throws {
        let folder = ScratchFolder()
        let files = #"printf 'echo a' >script; chmod 755 script; printf '#!/bin/sh\n' >plain; printf '\177ELF\1\2\1%099d' 0 >foreign; chmod 755 foreign"#
        _ = try await run(.init("/bin/sh", ["-c", files], environment: ["PATH": "/usr/bin:/bin"], workingDirectory: folder.path))
        let (script, plain, foreign) = (folder.file("script"), folder.file("plain"), folder.file("foreign"))
        symlink("nowhere", folder.file("broken"))
        let expected = [(script, ENOEXEC), (plain, EACCES), (foreign, ENOEXEC), (folder.path, EACCES), (folder.file("broken"), ENOENT), ("/bin/a\0b", EINVAL)]
        for (path, code) in expected {
            let failure = await #expect(throws: ChildProcess.Failure.self) { try await run(.init(path)) }
            #expect(failure == ChildProcess.Failure(executable: path, code: code))
        }
    }

    // MARK: Running

    private func shell(_ script: String) -> ChildProcess.Command {
        ChildProcess.Command("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
    }

    private func run(_ command: ChildProcess.Command, blocking signals: [Int32] = []) async throws -> (ChildProcess.Ending, Output) {
        try await onLoop {
            SignalWatch.block(signals)
            let output = Collected()
            let process = try ChildProcess(command) { output.add($1, from: $0) }
            let ending = await process.ending()
            return (ending, output.result(process.identifier))
        }
    }

    /// Runs `command` and terminates it as soon as it has written something.
    private func terminated(_ command: ChildProcess.Command) async throws -> (ChildProcess.Ending, Output) {
        try await onLoop {
            let output = Collected()
            let process = try ChildProcess(command) { output.add($1, from: $0) }
            output.onFirst = { process.terminate() }
            let ending = await process.ending()
            output.onFirst = nil
            return (ending, output.result(process.identifier))
        }
    }

    /// Waits until the process whose number is `line` has ended.
    private func expectGone(_ line: String) async throws {
        let number = try #require(Int32(line.split(separator: "\n").first ?? ""))
        // It was sent KILL; how soon it dies is the kernel's affair, and its new parent's when it is reaped.
        while let state = state(of: number), state != "Z" {
            sched_yield()
        }
    }

    private func state(of process: Int32) -> Character? {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: ") ").last?.first
    }
}

private struct Output {
    var standardOutput: String
    var standardError: String
    var identifier: Int32
}

@LoopActor
private final class Collected {
    var onFirst: (@LoopActor () -> Void)?
    private var bytes: [ChildProcess.Stream: [UInt8]] = [:]

    nonisolated init() {}

    func add(_ chunk: [UInt8], from stream: ChildProcess.Stream) {
        bytes[stream, default: []] += chunk
        onFirst?()
        onFirst = nil
    }

    func result(_ identifier: Int32) -> Output {
        Output(
            standardOutput: String(decoding: bytes[.standardOutput] ?? [], as: UTF8.self),
            standardError: String(decoding: bytes[.standardError] ?? [], as: UTF8.self), identifier: identifier)
    }
}
