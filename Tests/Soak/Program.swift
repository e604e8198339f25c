// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// Works one release recorder for a long time, and prints what it takes up.
@LoopActor
enum Program {
    private static let help = """
        Works one recorder for a long time, and says what grows: memory, descriptors, threads, match rules, names, files.

        Soak [--takes N] [--messages N] [--seed N]

          --takes     so many short takes, each paused and resumed, every other one discarded; 2000 take about a quarter of an hour
          --messages  so many messages, valid and wrong, while a take is recorded, about which nothing may change
          --seed      has the same messages come again; others each time otherwise

        Exits with 1 when something grows, or a message had an effect or another answer than its error; with 2 for arguments without a meaning.
        """

    static func run(_ arguments: some Collection<String>) async -> Int32 {
        guard let options = Options(Array(arguments)) else {
            printLine(help, to: STDERR_FILENO)
            return 2
        }
        guard !options.isHelpWanted else {
            printLine(help)
            return 0
        }
        do {
            var isFlat = true
            if options.takes > 0 { isFlat = judge(try await TakeSoak.run(options.takes, lookingEvery: max(1, options.takes / 20)) { printLine("\($0) takes") }) && isFlat }
            if options.messages > 0 { isFlat = try await send(options) && isFlat }
            return isFlat ? 0 : 1
        } catch {
            printLine("\(error)", to: STDERR_FILENO)
            return 1
        }
    }

    private static func send(_ options: Options) async throws -> Bool {
        printLine("\(options.messages) messages of seed \(options.seed)")
        let result = try await MessageSoak.run(options.messages, seed: options.seed) { printLine("\($0) messages") }
        printLine("\(result.messages) messages, \(result.forged) of them forged, in \(result.duration): \(Int(Double(result.messages) / (result.duration / .seconds(1)))) a second")
        for fault in result.faults.suffix(20) { printLine(fault) }
        printLine("\(result.faults.count) faults")
        return judge(result.table) && result.faults.isEmpty
    }

    private static func judge(_ table: VitalsTable) -> Bool {
        printLine("\(table)")
        printLine(table.growing.isEmpty ? "flat" : table.growing.joined(separator: "\n"))
        return table.growing.isEmpty
    }
}
