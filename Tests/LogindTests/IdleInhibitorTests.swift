// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import Logind
import Recording
import TestSupport
import Testing

@Suite("The idle inhibitor", .timeLimit(.minutes(1)))
struct IdleInhibitorTests {
    private static let lock = FakeLogind.Lock(what: "idle", who: "Tallylight", mode: "block")

    private static func activity(_ state: RecordingState) -> Activity {
        var activity = Activity()
        activity.state = state
        activity.session = state == .notRecording ? .none : SessionID(rawValue: "take")
        return activity
    }

    private func use(_ body: @escaping @LoopActor (FakeLogind, IdleInhibitor) async throws -> Void) async throws {
        try await withPrivateBus { bus in
            try await onLoop {
                let logind = FakeLogind()
                try await logind.open(on: bus)
                let address = try bus.address
                try await running {
                    try await body(logind, IdleInhibitor { address })
                } finally: {
                    await logind.close()
                }
            }
        }
    }

    @Test
    func `the lock is held while frames are written, and at no other time`() async throws {
        try await use { logind, inhibitor in
            #expect(try await logind.clients() == 0)
            inhibitor.report(Self.activity(.recording))
            await logind.until { logind.locks == [Self.lock] }
            inhibitor.report(Self.activity(.recording))
            inhibitor.report(Self.activity(.paused))
            await logind.until { logind.locks.isEmpty }
            inhibitor.report(Self.activity(.recording))
            await logind.until { logind.locks == [Self.lock] }
            inhibitor.report(Self.activity(.processing))
            await logind.until { logind.locks.isEmpty }
            inhibitor.report(Self.activity(.notRecording))
            while try await logind.clients() > 0 {}
            #expect(logind.questions.count == 2)
        }
    }

    @Test
    func `a lock that comes too late is given back`() async throws {
        try await use { logind, inhibitor in
            logind.gate = Gate()
            inhibitor.report(Self.activity(.recording))
            await logind.until { logind.questions.count == 1 }
            inhibitor.report(Self.activity(.paused))
            inhibitor.report(Self.activity(.notRecording))
            logind.gate.open()
            while try await logind.clients() > 0 {}
            #expect(logind.locks.isEmpty)
        }
    }

    @Test
    func `a pause and a resume while logind thinks end with one lock`() async throws {
        try await use { logind, inhibitor in
            logind.gate = Gate()
            inhibitor.report(Self.activity(.recording))
            await logind.until { logind.questions.count == 1 }
            inhibitor.report(Self.activity(.paused))
            inhibitor.report(Self.activity(.recording))
            logind.gate.open()
            await logind.until { logind.locks == [Self.lock] }
            #expect(logind.questions.count == 1)
        }
    }

    @Test
    func `a refusal is taken as it is, until the next stretch of recording`() async throws {
        try await use { logind, inhibitor in
            logind.refusal = .remote(name: "org.freedesktop.DBus.Error.AccessDenied", message: "Permission denied")
            inhibitor.report(Self.activity(.recording))
            await logind.until { logind.questions.count == 1 }
            inhibitor.report(Self.activity(.recording))
            _ = try await logind.clients()
            #expect(logind.questions.count == 1)
            logind.refusal = nil
            inhibitor.report(Self.activity(.paused))
            inhibitor.report(Self.activity(.recording))
            await logind.until { logind.locks == [Self.lock] }
        }
    }

    @Test
    func `a refusal that comes too late is none for the next stretch`() async throws {
        try await use { logind, inhibitor in
            logind.refusal = .remote(name: "org.freedesktop.DBus.Error.AccessDenied", message: "Permission denied")
            logind.gate = Gate()
            inhibitor.report(Self.activity(.recording))
            await logind.until { logind.questions.count == 1 }
            inhibitor.report(Self.activity(.paused))
            inhibitor.report(Self.activity(.recording))
            logind.gate.open()
            await logind.until { logind.questions.count == 2 }
            _ = try await logind.clients()
            #expect(logind.questions.count == 2)
        }
    }

    @Test
    func `without a system bus nothing happens`() async throws {
        try await onLoop {
            var looks = 0
            let (looked, look) = AsyncStream.makeStream(of: Void.self)
            let inhibitor = IdleInhibitor { () throws(BusError) -> BusAddress in
                look.yield()
                throw BusError.noBus(reason: "There is none.")
            }
            inhibitor.report(Self.activity(.recording))
            for await _ in looked {
                looks += 1
                break
            }
            inhibitor.report(Self.activity(.notRecording))
            #expect(looks == 1)
        }
    }
}
