// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// Does to the release recorder what nobody wishes it, and prints what is left.
@LoopActor
enum Program {
    private static let help = """
        Does to the recorder what nobody wishes it, with real sound servers, buses and disks, and says what is left.

        Torture kills [N] [--seed N] [--server pulse|pipewire] [--verbose]
          Kills it (SIGKILL) at random instants of all its states; 1000 times, if you don't say how often.
          --seed     has the same instants come again; others each time otherwise
          --server   whose sound is captured: PulseAudio's, where each sample tells its number, or PipeWire's, where lengths are compared; pulse otherwise
          --verbose  a line for each kill

        Torture power-cuts
          Cuts the power after each step of the lives a take can have: disks in files, of which nothing is left but what was on the drive. Takes root and strace.

        Torture hours [HOURS]
          One take of 25 hours, heard many times as fast, checked and processed; about two minutes for an hour.

        Torture takes [N]
          2000 short takes in one recorder, each paused and resumed, every other one discarded: what grows; about a quarter of an hour.

        Torture messages [N] [--seed N]
          A million messages, valid and wrong, while a take is recorded, about which nothing may change: what grows.

        Exits with 1 when more was lost than the last second, or something grows, or has an effect that it must not have; with 2 for arguments without a meaning.
        """

    static func run(_ arguments: some Collection<String>) async -> Int32 {
        guard let options = Options(Array(arguments)) else {
            printLine(help, to: STDERR_FILENO)
            return 2
        }
        do {
            switch options.trial {
            case nil:
                printLine(help)
                return 0
            case .kills: return try await kill(options) ? 0 : 1
            case .powerCuts: return await cutPower() ? 0 : 1
            case .hours: return try await LongTake.run(hours: options.amount) { printLine($0) } ? 0 : 1
            case .takes: return try await soak(Int(options.amount)) ? 0 : 1
            case .messages: return try await send(options) ? 0 : 1
            }
        } catch {
            printLine("\(error)", to: STDERR_FILENO)
            return 1
        }
    }

    private static func kill(_ options: Options) async throws -> Bool {
        let count = Int(options.amount)
        printLine("\(count) kills of seed \(options.seed) on \(options.server)")
        let results = try await KillSeries.run(count, seed: options.seed, on: options.server) { if options.isVerbose || !$0.isAsPromised { printLine($0.line) } }
        printLine(KillTable(results).description)
        return results.allSatisfy(\.isAsPromised)
    }

    private static func cutPower() async -> Bool {
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
        return isAsPromised
    }

    private static func soak(_ takes: Int) async throws -> Bool {
        judge(try await TakeSoak.run(takes, lookingEvery: max(1, takes / 20)) { printLine("\($0) takes") })
    }

    private static func send(_ options: Options) async throws -> Bool {
        let count = Int(options.amount)
        printLine("\(count) messages of seed \(options.seed)")
        let result = try await MessageSoak.run(count, seed: options.seed) { printLine("\($0) messages") }
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
