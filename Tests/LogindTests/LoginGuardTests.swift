// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import Logind
import Recording
import TestSupport
import Testing

@Suite("The login manager", .timeLimit(.minutes(1)))
struct LoginGuardTests {
    private static let idle = FakeLogind.Lock(what: "idle", who: "Tallylight", mode: "block")
    private static let sleep = FakeLogind.Lock(what: "sleep:shutdown", who: "Tallylight", mode: "delay")

    private static func activity(_ state: RecordingState) -> Activity {
        var activity = Activity()
        activity.state = state
        activity.session = state == .notRecording ? .none : SessionID(rawValue: "take")
        return activity
    }

    /// What saving does: it waits at a gate, and counts.
    @LoopActor
    private final class Saving {
        var gate = Gate(isOpen: true)
        var count = 0

        nonisolated init() {}
    }

    private func use(staysAwake: Bool = true, _ body: @escaping @LoopActor (FakeLogind, LoginGuard, Saving) async throws -> Void) async throws {
        try await withPrivateBus { bus in
            try await onLoop {
                let (logind, saving, address) = (FakeLogind(), Saving(), try bus.address)
                try await logind.open(on: bus)
                let login = LoginGuard(staysAwake: staysAwake, bus: { address }) {
                    saving.count += 1
                    await saving.gate.pass()
                }
                try await running {
                    try await body(logind, login, saving)
                } finally: {
                    await logind.close()
                }
            }
        }
    }

    @Test
    func `the session counts as used while frames are written, and sleep waits while a take has open sound`() async throws {
        try await use { logind, login, _ in
            let clients = try await logind.clients()
            #expect(clients == 0, "a recorder at rest needs no system bus")
            login.report(Self.activity(.recording))
            await logind.until { logind.locks == [Self.idle, Self.sleep] }
            login.report(Self.activity(.recording))
            login.report(Self.activity(.paused))
            await logind.until { logind.locks == [Self.sleep] }
            login.report(Self.activity(.recording))
            await logind.until { Set(logind.locks) == [Self.idle, Self.sleep] }
            login.report(Self.activity(.processing))
            await logind.until { logind.locks.isEmpty }
            login.report(Self.activity(.notRecording))
            while try await logind.clients() > 0 {}
            #expect(logind.questions.count == 3)
        }
    }

    @Test
    func `who wants the screen to turn off has the other lock alone`() async throws {
        try await use(staysAwake: false) { logind, login, _ in
            login.report(Self.activity(.recording))
            await logind.until { logind.locks == [Self.sleep] }
            #expect(logind.questions == [Self.sleep])
        }
    }

    @Test(arguments: ["PrepareForSleep", "PrepareForShutdown"] as [MemberName])
    func `the machine goes when the take is saved, and not before`(_ signal: MemberName) async throws {
        try await use { logind, login, saving in
            saving.gate = Gate()
            login.report(Self.activity(.recording))
            await logind.until { logind.locks.count == 2 }
            logind.announce(signal, true)
            logind.announce(signal, true)
            while saving.count == 0 { _ = try await logind.clients() }
            #expect(logind.locks(against: "sleep:shutdown") == [Self.sleep])
            // What the recorder does about it.
            login.report(Self.activity(.paused))
            saving.gate.open()
            await logind.until { logind.locks.isEmpty }
            _ = try await logind.clients()
            #expect(saving.count == 1 && logind.questions.count == 2, "whoever goes to sleep waits for no new lock")
            logind.announce(signal, false)
            await logind.until { logind.locks == [Self.sleep] }
        }
    }

    @Test(arguments: [true, false])
    func `who wants to know hears that the screen is locked, by a command or by the desktop, while a take is open`(isInSession: Bool) async throws {
        try await withPrivateBus { bus in
            try await onLoop {
                let (logind, address, lookout) = (FakeLogind(), try bus.address, Lookout())
                logind.isInSession = isInSession
                try await logind.open(on: bus)
                var count = 0
                let login = LoginGuard(
                    staysAwake: true, bus: { address },
                    whenLocked: {
                        count += 1
                        lookout.look()
                    }, save: {})
                login.report(Self.activity(.recording))
                await logind.until { logind.locks.count == 2 }
                logind.lockScreen()
                await lookout.until { count == 1 }
                logind.hint(isLocked: true)
                await lookout.until { count == 2 }
                // Whoever heard the second is told in between that the screen is unlocked.
                logind.hint(isLocked: false)
                logind.hint(isLocked: true)
                await lookout.until { count == 3 }
                login.report(Self.activity(.notRecording))
                while try await logind.clients() > 0 {}
                logind.lockScreen()
                _ = try await logind.clients()
                #expect(count == 3)
                await logind.close()
            }
        }
    }

    @Test
    func `with no take open nothing is saved, and nobody listens`() async throws {
        try await use { logind, login, saving in
            login.report(Self.activity(.notRecording))
            logind.announce("PrepareForSleep", true)
            let clients = try await logind.clients()
            #expect(clients == 0)
            #expect(saving.count == 0 && logind.questions.isEmpty)
        }
    }

    @Test
    func `a stranger who says that the machine goes to sleep is not heard`() async throws {
        try await withPrivateBus { bus in
            try await onLoop {
                let (logind, saving, address) = (FakeLogind(), Saving(), try bus.address)
                try await logind.open(on: bus)
                let login = LoginGuard(staysAwake: true, bus: { address }) { saving.count += 1 }
                login.report(Self.activity(.recording))
                await logind.until { logind.locks.count == 2 }
                let stranger = try await Connection.open(address)
                let manager = BusObject.Interface("org.freedesktop.login1.Manager", signals: FakeLogind.signals)
                stranger.export(BusObject(path: "/org/freedesktop/login1", interfaces: [manager], introspection: "<node/>"))
                stranger.emit("PrepareForSleep", [.boolean(true)], of: "org.freedesktop.login1.Manager", on: "/org/freedesktop/login1")
                _ = try await stranger.owner(of: "org.freedesktop.login1")
                // The true one comes after it.
                logind.announce("PrepareForSleep", true)
                await logind.until { logind.locks(against: "sleep:shutdown").isEmpty }
                #expect(saving.count == 1)
                login.report(Self.activity(.notRecording))
                while try await logind.clients() > 1 {}
                await stranger.close()
                await logind.close()
            }
        }
    }

    @Test
    func `a lock that comes too late is given back`() async throws {
        try await use { logind, login, _ in
            logind.gate = Gate()
            login.report(Self.activity(.recording))
            await logind.until { logind.questions.count == 1 }
            login.report(Self.activity(.processing))
            login.report(Self.activity(.notRecording))
            logind.gate.open()
            while try await logind.clients() > 0 {}
            #expect(logind.locks.isEmpty)
        }
    }

    @Test
    func `a pause and a resume while logind thinks end with one lock of each kind`() async throws {
        try await use { logind, login, _ in
            logind.gate = Gate()
            login.report(Self.activity(.recording))
            await logind.until { logind.questions.count == 1 }
            login.report(Self.activity(.paused))
            login.report(Self.activity(.recording))
            logind.gate.open()
            await logind.until { Set(logind.locks) == [Self.idle, Self.sleep] }
            #expect(logind.questions.count == 2)
        }
    }

    @Test
    func `a refusal is taken as it is, until the next stretch of recording`() async throws {
        try await use { logind, login, _ in
            logind.refusal = .remote(name: "org.freedesktop.DBus.Error.AccessDenied", message: "Permission denied")
            login.report(Self.activity(.recording))
            await logind.until { logind.questions.count == 2 }
            login.report(Self.activity(.recording))
            _ = try await logind.clients()
            #expect(logind.questions.count == 2)
            logind.refusal = nil
            login.report(Self.activity(.paused))
            login.report(Self.activity(.recording))
            await logind.until { logind.locks(against: "idle") == [Self.idle] }
        }
    }

    @Test
    func `a refusal that comes too late is none for the next stretch`() async throws {
        try await use { logind, login, _ in
            logind.refusal = .remote(name: "org.freedesktop.DBus.Error.AccessDenied", message: "Permission denied")
            logind.gate = Gate()
            login.report(Self.activity(.recording))
            await logind.until { logind.questions.count == 1 }
            login.report(Self.activity(.paused))
            login.report(Self.activity(.recording))
            logind.gate.open()
            await logind.until { logind.questions.count { $0 == Self.idle } == 2 }
        }
    }

    @Test
    func `without a system bus nothing happens`() async throws {
        try await onLoop {
            let (looked, look) = AsyncStream.makeStream(of: Void.self)
            let login = LoginGuard(
                staysAwake: true,
                bus: { () throws(BusError) -> BusAddress in
                    look.yield()
                    throw BusError.noBus(reason: "There is none.")
                }, save: {})
            login.report(Self.activity(.recording))
            var looks = looked.makeAsyncIterator()
            _ = await looks.next()
            _ = await looks.next()
            login.report(Self.activity(.notRecording))
        }
    }
}
