// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import TestSupport

@testable import CommandLine

/// A verb on a fake recorder, from the words of its command line to its exit code.
@LoopActor
final class VerbRig {
    /// What a verb left behind.
    struct Outcome: Equatable {
        var code: ExitCode
        var output: String
        var errors: String
    }

    let commander = FakeCommander()
    let launcher: FakeLauncher
    /// The engines a verb asks.
    var hearing = FakeHearing()
    /// What the clock shows; nil for the real one.
    var now: MonotonicTime? = MonotonicTime(microseconds: 60_000_000)

    init() { launcher = FakeLauncher(commander) }

    /// Runs a command line, separated by blanks, to its end.
    func run(_ line: String) async -> Outcome {
        await run(line.split(separator: " ").map(String.init))
    }

    func run(_ words: [String]) async -> Outcome {
        let (output, errors) = (Pipe(), Pipe())
        let code = await perform(words, output: output.writer, errors: errors.writer)
        return Outcome(code: code, output: output.finish(), errors: errors.finish())
    }

    /// Runs a command line with descriptors of the test's own.
    func perform(_ words: [String], output: Int32, errors: Int32) async -> ExitCode {
        guard case .run(let verb, let options) = CommandLineRequest.parse(words, for: .client) else { return .usage }
        return await CommandLineProgram.perform(on: Console(output: OutputDescriptor(number: output), errors: OutputDescriptor(number: errors))) { console throws(RecordingError) in
            let context = VerbContext(
                commander: self.commander, launcher: self.launcher, console: console, now: { LoopActor.assumeIsolated { self.now } ?? MonotonicTime(microseconds: MonotonicClock.microseconds) },
                wallTime: { WallTime(microseconds: 1_796_047_522_000_000) })
            switch verb.action {
            case .ask(let body): return try await body(options, context)
            case .watch: return try await WatchVerb(options: options, context: context).run()
            case .hear(let body): return try await body(options, self.hearing, console)
            case .answer, .perform, .openPanel, .becomeRecorder: return .usage
            }
        }
    }
}

/// Runs `body` on the loop with a rig.
func withVerbRig(_ body: @escaping @LoopActor (VerbRig) async throws -> Void) async throws {
    SignalWatch.ignore([SIGPIPE])
    try await onLoop { try await body(VerbRig()) }
}
