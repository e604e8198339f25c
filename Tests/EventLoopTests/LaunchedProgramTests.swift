// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import EventLoop

@Suite("Programs that go their own way", .timeLimit(.minutes(1)))
struct LaunchedProgramTests {
    private func ending(_ script: String, reading input: [UInt8]? = nil) async throws -> ChildProcess.Ending {
        try await onLoop {
            var failure: ChildProcess.Failure?
            let ending = await withCheckedContinuation { (continuation: CheckedContinuation<ChildProcess.Ending?, Never>) in
                do throws(ChildProcess.Failure) {
                    try LaunchedProgram.start(.init("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"]), reading: input) { continuation.resume(returning: $0) }
                } catch {
                    failure = error
                    continuation.resume(returning: nil)
                }
            }
            if let failure { throw failure }
            return try #require(ending)
        }
    }

    @Test
    func `a program reads all it is given, and its end is told`() async throws {
        #expect(try await ending("test $(wc -c) = 300000", reading: [UInt8](repeating: 65, count: 300_000)) == .exited(0))
        #expect(try await ending("test $(wc -c) = 0; exit 7") == .exited(7))
        #expect(try await ending("kill -TERM $$") == .killed(SIGTERM))
    }

    @Test
    func `what it leaves in the background lives on`() async throws {
        let folder = ScratchFolder()
        #expect(mkfifo(folder.file("go"), 0o600) == 0 && mkfifo(folder.file("done"), 0o600) == 0)
        #expect(try await ending("(read word <'\(folder.file("go"))'; echo $word >'\(folder.file("done"))') &") == .exited(0))
        let result = try await Subprocess.run("/bin/sh", ["-c", "echo alive >'\(folder.file("go"))'; cat '\(folder.file("done"))'"])
        #expect(result.output == "alive\n")
    }

    @Test
    func `a program that isn't there is a failure`() async throws {
        try await onLoop {
            _ = #expect(throws: ChildProcess.Failure.self) { try LaunchedProgram.start(.init("/nowhere/program")) }
        }
    }
}
