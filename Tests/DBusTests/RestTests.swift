// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("At rest", .timeLimit(.minutes(1)))
struct RestTests {
    /// In a process of its own: here the loop has other tests to serve.
    @Test
    func `a connection at rest wakes nobody, whatever was done with it before`() async {
        await #expect(processExitsWith: .success) {
            try await withPrivateBus { bus in
                let keep = try await onLoop {
                    let (connection, peer) = (try await Connection.open(bus.address), try await Connection.open(bus.address))
                    peer.export(.bench([.init("Echo", in: "s", out: "s") { $0.arguments }], signals: [.init("Tick")]))
                    #expect(try await peer.requestName(.bench))
                    let watch = try await connection.watch(.bench)
                    let stream = try await connection.signals(for: MatchRule(sender: .bench))
                    let subscription = try await connection.subscribe(to: MatchRule(interface: .bench)) { _ in }
                    for _ in 0..<100 {
                        _ = try await connection.bench("Echo", [.string("x")], at: peer)
                        peer.emit("Tick", of: .bench, on: .bench)
                        _ = try await stream.next()
                    }
                    let reader = Loop.shared.throwingTask { try await stream.next() }
                    try await connection.fence()
                    try await peer.fence()
                    return (connection, peer, watch, stream, subscription, reader)
                }
                var before = try #require(Activity(ofThread: "event loop"))
                while !before.isAsleep {
                    before = try #require(Activity(ofThread: "event loop"))
                }
                // Time itself is what is tested here: libdispatch's timer, the classic, comes once a second.
                usleep(1_500_000)
                let after = try #require(Activity(ofThread: "event loop"))
                try #require(after.wakeups == before.wakeups, "\(after.wakeups - before.wakeups) wakeups")
                withExtendedLifetime(keep) {}
            }
        }
    }
}

/// What the kernel says of a thread of this process.
private struct Activity {
    let isAsleep: Bool
    /// How often it has gone to sleep by itself.
    let wakeups: Int

    init?(ofThread name: String) {
        guard let folder = opendir("/proc/self/task") else { return nil }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let thread = withUnsafePointer(to: &entry.pointee.d_name) { String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) }
            guard read("/proc/self/task/\(thread)/comm") == "\(name)\n", let status = read("/proc/self/task/\(thread)/status") else { continue }
            let fields = status.split(separator: "\n").map { $0.split(separator: "\t") }
            guard let count = fields.first(where: { $0[0] == "voluntary_ctxt_switches:" }).flatMap({ Int($0[1]) }) else { return nil }
            isAsleep = fields.contains { $0[0] == "State:" && $0[1].hasPrefix("S") }
            wakeups = count
            return
        }
        return nil
    }
}

private func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = Glibc.read(file, &bytes, bytes.count)
    return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
}
