// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// The session counts as used while the release recorder records.
@Suite("Idle inhibition", .crowded, .timeLimit(.minutes(5)))
struct IdleInhibitionTests {
    private func use(configuration: String = "", _ body: @escaping (Desk, FakeLogind) async throws -> Void) async throws {
        try await withPrivateBus { system in
            let logind = FakeLogind()
            try await onLoop { try await logind.open(on: system) }
            let sound = try await PrivatePulse.start(.pipe)
            try await Desk.use(
                sound: sound, configuration: "install-engines = no\nlanguage = en\n\(configuration)", extra: ["DBUS_SYSTEM_BUS_ADDRESS": system.addressText]
            ) { desk in
                try await running {
                    try await body(desk, logind)
                } finally: {
                    _ = try? await onLoop { await logind.close() }
                }
            }
        }
    }

    @Test
    func `a recording holds the lock, a pause does not, and a recorder that is killed leaves none`() async throws {
        try await use { desk, logind in
            let recorder = try await desk.startRecorder()
            let clients = try await onLoop { try await logind.clients() }
            #expect(clients == 0, "a recorder at rest needs no system bus")
            try await desk.ask("start")
            try await onLoop { await logind.until { logind.locks.count == 1 } }
            try await desk.ask("pause")
            try await onLoop { await logind.until { logind.locks.isEmpty } }
            try await desk.ask("resume")
            try await onLoop { await logind.until { logind.locks.count == 1 } }
            await recorder.send(SIGKILL)
            try await onLoop { await logind.until { logind.locks.isEmpty } }
        }
    }

    @Test
    func `who does not want it has no lock`() async throws {
        try await use(configuration: "inhibit-idle = no\n") { desk, logind in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            try await desk.ask("pause")
            let (clients, questions) = try await onLoop { (try await logind.clients(), logind.questions) }
            #expect(clients == 0 && questions.isEmpty)
        }
    }

    @Test
    func `a logind that never answers delays nothing`() async throws {
        try await use { desk, logind in
            try await onLoop { logind.gate = Gate() }
            _ = try await desk.startRecorder()
            let clock = ContinuousClock()
            try await desk.ask("start")
            try await onLoop { await logind.until { logind.questions.count == 1 } }
            let time = try await clock.measure { for _ in 0..<4 { try await desk.ask("toggle") } }
            // Each that waited for it would take 5 s.
            #expect(time < .seconds(10))
            try await onLoop { logind.gate.open() }
        }
    }
}
