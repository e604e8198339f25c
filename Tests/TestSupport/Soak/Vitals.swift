// SPDX-License-Identifier: MIT

internal import DBus
internal import EventLoop
internal import Glibc

/// What a recorder takes up at one moment.
package struct Vitals: Sendable {
    /// What is counted, in the order of a table.
    package static let names = ["RSS kB", "descriptors", "threads", "match rules", "bus names", "files"]

    /// The counts, in the order of ``names``.
    package let counts: [Int]

    /// Looks at the recorder of a desk.
    @LoopActor
    static func look(at recorder: Subprocess, of desk: Desk, over connection: Connection) async throws -> Vitals {
        let process = recorder.identifier
        let bus = RemoteObject("org.freedesktop.DBus.Debug.Stats", on: "/org/freedesktop/DBus", at: "org.freedesktop.DBus", over: connection)
        let statistics = try await bus.call("GetConnectionStats", [.string("org.tallylight.Recorder1")])[0].options ?? [:]
        let status = read("/proc/\(process)/status").split(separator: "\n")
        func figure(_ name: String) -> Int { status.first { $0.hasPrefix(name) }.flatMap { Int($0.filter(\.isNumber)) } ?? -1 }
        return Vitals(counts: [
            figure("VmRSS:"), ScratchFolder.names(in: "/proc/\(process)/fd").count, figure("Threads:"), Int(statistics["MatchRules"]?.integer ?? -1),
            Int(statistics["BusNames"]?.integer ?? -1), files(in: desk.home.file(".local/share")),
        ])
    }

    private static func read(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        return String(unsafeUninitializedCapacity: 8192) { max(0, Glibc.read(file, $0.baseAddress, $0.count)) }
    }

    /// How many files a folder has, in folders in it too.
    private static func files(in folder: String) -> Int {
        ScratchFolder.names(in: folder).reduce(0) { sum, name in
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0 else { return sum }
            return sum + (status.st_mode & S_IFMT == S_IFDIR ? files(in: "\(folder)/\(name)") : 1)
        }
    }
}
