// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// The notification of a take in a real notification server, with the programs as a user gets them.
@Suite("Notifications in dunst", .timeLimit(.minutes(2)))
struct DunstTests {
    @Test
    func `its buttons lead a take to its text, in one place on the screen`() async throws {
        try await DunstDesktop.use { desk, dunst, pulse in
            _ = try await desk.startRecorder()
            try await dunst.displays(0)
            let log = try await desk.follow()
            try await desk.ask("start")
            await pulse.say(SoundComparison.tone(seconds: 1))
            try await dunst.displays(1)
            try await dunst.screen.save(as: "dunst-recording")
            try await dunst.press("Pause")
            try await log.until("\"state\":\"paused\"")
            try await dunst.displays(1)
            try await dunst.screen.save(as: "dunst-paused")
            try await dunst.press("Resume")
            try await log.until("\"state\":\"recording\"")
            try await dunst.displays(1)
            try await dunst.press("Finish")
            try await log.until("\"outcome\":\"transcribed\"")
            try await dunst.displays(1)
            try await dunst.screen.save(as: "dunst-result")
            #expect(try await dunst.history() == 0)
            try await dunst.close()
            try await dunst.displays(0)
            #expect(try await dunst.history() == 1, "one entry per take")
            await log.process.terminate()
        }
    }

    @Test
    func `C029: dunst is killed in a take, and the next one shows it`() async throws {
        try await DunstDesktop.use { desk, dunst, _ in
            _ = try await desk.startRecorder()
            let log = try await desk.follow()
            try await desk.ask("start")
            try await dunst.displays(1)
            try await dunst.restart()
            try await dunst.displays(1)
            try await dunst.press("Pause")
            try await log.until("\"state\":\"paused\"")
            try await desk.ask("discard")
            try await dunst.displays(0)
            await log.process.terminate()
        }
    }

    @Test
    func `a recorder that was killed leaves a notification, which the next one removes`() async throws {
        try await DunstDesktop.use { desk, dunst, _ in
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
        try await DunstDesktop.use { desk, dunst, _ in
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            try await dunst.displays(1)
            try await desk.ask("quit", "--force")
            _ = try await recorder.finish()
            try await dunst.displays(0)
        }
    }
}
