// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Recording
import TestSupport
import Testing

/// What is said of takes that a crash had torn.
@Suite("Recovered takes", .timeLimit(.minutes(1)))
struct RecoveryTests {
    private static func torn(_ names: String...) -> [StoredTake] {
        names.map {
            StoredTake(
                session: SessionID(rawValue: $0), audioPath: "/takes/\($0)", started: NotifyingRig.wallTime, duration: .seconds(62), title: "T\u{1B}[2J\n\($0)", isTorn: true)
        }
    }

    private static func withRig(_ kept: [StoredTake], _ body: @escaping @LoopActor (NotifyingRig) async throws -> Void) async throws {
        try await withPrivateBus { bus in
            try await onLoop {
                let rig = try await NotifyingRig(on: bus, kept: kept)
                try await running {
                    try await body(rig)
                } finally: {
                    await rig.close()
                }
            }
        }
    }

    @Test(arguments: ["recovery.process", "recovery.discard"])
    func `a take that was recovered is offered, and its buttons process and discard it`(key: String) async throws {
        try await Self.withRig(Self.torn("a")) { rig in
            let server = try await rig.serve()
            await server.until { server.standing[1] != nil }
            let post = try #require(server.standing[1])
            #expect(post.summary.hasPrefix("A recording was recovered: T") && !post.summary.contains("\u{1B}") && !post.summary.contains("\n"))
            #expect(post.body.contains("1 minute 2 seconds") && post.body.hasSuffix("It is kept until you process or discard it."))
            #expect(post.keys == ["recovery.process", "recovery.discard"])
            server.press(key, of: 1)
            if key == "recovery.process" {
                #expect(await rig.spy.untilResults(1).map(\.outcome) == [.transcribed])
                await server.until { server.standing.values.contains { $0.summary.hasPrefix("Transcribed") } }
            } else {
                await rig.store.untilDiscarded()
                await server.until { server.standing.isEmpty }
            }
        }
    }

    @Test
    func `several are one notification, which says where to find them`() async throws {
        try await Self.withRig(Self.torn("a", "b")) { rig in
            let server = try await rig.serve()
            await server.until { server.standing[1] != nil }
            #expect(server.standing.count == 1)
            #expect(server.standing[1]?.summary == "2 recordings were recovered")
            #expect(server.standing[1]?.body.contains("“tallylight recover --list”") == true)
        }
    }
}
