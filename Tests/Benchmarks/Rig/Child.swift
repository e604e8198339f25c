// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// Starts programs, and knows all that were started, so that none outlives the benchmarks.
@LoopActor
enum Child {
    private static var all: [Subprocess] = []

    /// Starts a program of this machine, on `core` alone if one is given.
    static func start(_ command: [String], environment: [String: String], core: String? = nil) async throws -> Subprocess {
        let pinned = try core.map { [try Tool.path("taskset"), "--cpu-list", $0] } ?? []
        let whole = pinned + [try Tool.path(command[0])] + command.dropFirst()
        let child = try await Subprocess.start(whole[0], Array(whole.dropFirst()), environment: environment)
        all.append(child)
        return child
    }

    /// Runs a program of this machine to its end.
    ///
    /// - Returns: what it wrote to standard output.
    @discardableResult
    static func run(_ command: [String], environment: [String: String] = [:], core: String? = nil, within limit: Duration = .seconds(120)) async throws -> SubprocessResult {
        let child = try await start(command, environment: environment, core: core)
        let result = try await child.finish(within: limit)
        guard result.code == 0 else { throw Failure("\(command.joined(separator: " ")) ended with \(result.code): \(result.errors)\(result.output)") }
        return result
    }

    /// Ends a child and waits until it is gone.
    static func stop(_ child: Subprocess, with signal: Int32 = SIGKILL) async throws {
        child.send(signal)
        _ = try await child.finish()
        all.removeAll { $0 === child }
    }

    /// Kills every child that is left, and its group.
    static func killAll() {
        for child in all.reversed() { child.terminate() }
        all = []
    }
}
