// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// Runs the benchmarks that were asked for, one after the other, and prints the table.
@LoopActor
enum Program {
    static let benchmarks: [any Benchmark.Type] = [
        ToggleBenchmark.self, SignalBenchmark.self, StatusBenchmark.self, LaunchBenchmark.self, RestBenchmark.self, RecordingBenchmark.self, KillBenchmark.self,
        PowerCutBenchmark.self, CancelBenchmark.self, ElapsedBenchmark.self,
    ]

    /// - Returns: 0 when everything was measured, missed budgets or not; 1 when something could not be measured; 2 when the arguments make no sense.
    static func run(_ arguments: [String]) async -> Int32 {
        let options: Options
        do throws(Failure) {
            options = try Options(arguments, benchmarks: benchmarks.map { $0.name })
        } catch {
            printLine(error.description, to: STDERR_FILENO)
            return 2
        }
        guard !options.isHelpWanted else {
            printLine(help)
            return 0
        }
        // A child whose parent was interrupted would hold its sockets for ever.
        let interruption = SignalWatch([SIGINT, SIGTERM, SIGHUP]) { signal in
            Child.killAll()
            Scratch.removeAll()
            exit(128 + signal)
        }
        defer { interruption.cancel() }
        var table = Table()
        for benchmark in benchmarks where options.wants(benchmark.name) {
            printLine("· \(benchmark.name): \(benchmark.summary)", to: STDERR_FILENO)
            do {
                table.rows += try await benchmark.measure(Bench(options))
            } catch {
                table.rows.append(Row(benchmark.name, budget: "", verdict: .unmeasured(reason: "\(error)")))
            }
            Child.killAll()
            Scratch.removeAll()
        }
        printLine(table.text)
        return table.isComplete ? 0 : 1
    }

    private static var help: String {
        let list = benchmarks.map { "\($0.name.padded(to: 10)) \($0.summary)" }.joined(separator: "\n  ")
        return """
            Measures the recorder against its peers on this machine, and prints each budget beside what was measured.

            Benchmarks [--only NAME[,NAME…]] [--quick] [--minutes N]

              --only     these alone; all of them otherwise
              --quick    fewer rounds and shorter windows: to see that it works, not to judge by
              --minutes  how long the take with 20 pauses is; 1 otherwise

              \(list)
            """
    }
}
