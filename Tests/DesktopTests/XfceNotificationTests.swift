// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The notification of a take in xfce4-notifyd.
@Suite("Notifications in XFCE", .timeLimit(.minutes(2)))
struct XfceNotificationTests {
    @Test
    func `clicks on its buttons lead a take to its text, in one place on the screen`() async throws {
        try await XfceNotifications.use { desk, xfce, pulse in
            _ = try await desk.startRecorder()
            let log = try await desk.follow()
            try await desk.ask("start")
            await pulse.say(SoundComparison.tone(seconds: 1))
            try await xfce.displays(1)
            try await xfce.screen.save(as: "xfce-recording")
            try await xfce.press("Pause")
            try await log.until("\"state\":\"paused\"")
            try await xfce.displays(1)
            try await xfce.screen.save(as: "xfce-paused")
            try await xfce.press("Resume")
            try await log.until("\"state\":\"recording\"")
            try await xfce.displays(1)
            try await xfce.press("Finish")
            try await log.until("\"outcome\":\"transcribed\"")
            try await xfce.displays(1)
            try await xfce.screen.save(as: "xfce-result")
        }
    }

    @Test
    func `C029: xfce4-notifyd is killed in a take, and the next one shows it with buttons that act`() async throws {
        try await XfceNotifications.use { desk, xfce, _ in
            _ = try await desk.startRecorder()
            let log = try await desk.follow()
            try await desk.ask("start")
            try await xfce.displays(1)
            try await xfce.restart()
            try await xfce.displays(1)
            try await xfce.press("Pause")
            try await log.until("\"state\":\"paused\"")
            try await xfce.displays(1)
            try await xfce.press("Discard")
            try await log.until("\"state\":\"notRecording\"")
            try await xfce.displays(0)
        }
    }
}
