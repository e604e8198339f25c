// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// The notification of a take whose recorder has ended.
@Suite("Notifications that are left", .serialized, .timeLimit(.minutes(2)))
struct LeftNotificationTests {
    @Test
    func `a recorder that was killed leaves a notification, which the next one removes`() async throws {
        try await Dunst.use { desk, dunst, _ in
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            try await dunst.displays(1)
            // It is written down by a thread of its own.
            while access(desk.home.file(".local/state/tallylight/notification"), F_OK) != 0 { try await dunst.displays(1) }
            await recorder.send(SIGKILL)
            _ = try await recorder.finish()
            try await dunst.displays(1)
            _ = try await desk.startRecorder()
            try await dunst.displays(0)
        }
    }

    @Test
    func `a recorder that ends takes its notification along`() async throws {
        try await Dunst.use { desk, dunst, _ in
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            try await dunst.displays(1)
            try await desk.ask("quit", "--force")
            _ = try await recorder.finish()
            try await dunst.displays(0)
        }
    }
}
