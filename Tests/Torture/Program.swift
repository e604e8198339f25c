// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// Kills the release recorder again and again, and prints what was lost.
@LoopActor
enum Program {
    private static let help = """
        Kills the recorder (SIGKILL) at random instants of all its states, with real capture, and says what of each take is left.

        Torture [--kills N] [--seed N] [--server pulse|pipewire] [--verbose]
        Torture --power-cuts

          --kills    how many; 1000 otherwise
          --seed     has the same instants come again; another each time otherwise
          --server   whose sound is captured: PulseAudio's, where each sample tells its number, or PipeWire's, where lengths are compared; pulse otherwise
          --verbose  a line for each kill

          --power-cuts  cuts the power instead, after each step of the lives a take can have: disks in files, of which nothing is left but what was on the drive. Takes root and strace.

        Exits with 1 when a take was unrecoverable or more than its last second was lost, or when a kill could not be carried out; with 2 for arguments without a meaning.
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
        if options.arePowerCutsWanted { return await cutPower() }
        printLine("\(options.kills) kills of seed \(options.seed) on \(options.server)")
        do {
            let results = try await KillSeries.run(options.kills, seed: options.seed, on: options.server) { if options.isVerbose || !$0.isAsPromised { printLine($0.line) } }
            printLine(KillTable(results).description)
            return results.allSatisfy(\.isAsPromised) ? 0 : 1
        } catch {
            printLine("\(error)", to: STDERR_FILENO)
            return 1
        }
    }

    private static func cutPower() async -> Int32 {
        printLine(PowerCut.head)
        var isAsPromised = true
        for life in PowerCutLife.allCases {
            for disk in PowerCutLife.Disk.allCases {
                do {
                    let cuts = try await PowerCutBench.run(life, disk) { printLine($0.row) }
                    isAsPromised = isAsPromised && cuts.allSatisfy(\.faults.isEmpty)
                } catch {
                    printLine("\(error)", to: STDERR_FILENO)
                    isAsPromised = false
                }
            }
        }
        return isAsPromised ? 0 : 1
    }
}
