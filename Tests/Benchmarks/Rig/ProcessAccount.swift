// SPDX-License-Identifier: MIT

import TestSupport

/// What the kernel has counted for a process so far.
struct ProcessAccount {
    /// What it counted for one thread.
    private struct Thread {
        /// Time on a processor, in nanoseconds.
        var time: UInt64
        /// How often it gave the processor up, or had it taken away: each is one wakeup later.
        var switches: UInt64
    }

    /// Resident memory in bytes.
    let memory: Double
    /// The share of it that is the process's own, pages shared with others divided among them, in bytes.
    let proportionalMemory: Double
    private let threads: [String: Thread]

    var threadCount: Int { threads.count }

    /// Reads the counters of a running process.
    init(of process: Int32) throws(Failure) {
        var threads: [String: Thread] = [:]
        for thread in ScratchFolder.names(in: "/proc/\(process)/task") {
            let folder = "/proc/\(process)/task/\(thread)"
            guard let schedule = TextFile.read("\(folder)/schedstat"), let status = TextFile.read("\(folder)/status"), let time = UInt64(schedule.prefix { $0 != " " }),
                let voluntary = Self.number(after: "voluntary_ctxt_switches:", in: status), let forced = Self.number(after: "nonvoluntary_ctxt_switches:", in: status)
            else { throw Failure("The kernel does not say what thread \(thread) of process \(process) has used.") }
            threads[thread] = Thread(time: time, switches: voluntary + forced)
        }
        guard !threads.isEmpty, let map = TextFile.read("/proc/\(process)/smaps_rollup"), let resident = Self.number(after: "Rss:", in: map),
            let proportional = Self.number(after: "Pss:", in: map)
        else { throw Failure("Process \(process) is gone.") }
        self.threads = threads
        memory = Double(resident) * 1024
        proportionalMemory = Double(proportional) * 1024
    }

    /// What was used since `earlier`: seconds of processor time, and context switches.
    func used(since earlier: ProcessAccount) throws(Failure) -> (seconds: Double, switches: Int) {
        // A thread that ends takes its counters with it.
        guard earlier.threads.keys.allSatisfy({ threads[$0] != nil }) else { throw Failure("A thread ended while it was being measured.") }
        var time: UInt64 = 0
        var switches: UInt64 = 0
        for (name, thread) in threads {
            time += thread.time - (earlier.threads[name]?.time ?? 0)
            switches += thread.switches - (earlier.threads[name]?.switches ?? 0)
        }
        return (Double(time) / 1e9, Int(switches))
    }

    private static func number(after key: String, in text: String) -> UInt64? {
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.dropFirst(key.count).split { $0 == " " || $0 == "\t" }.first.flatMap { UInt64($0) }
    }
}
