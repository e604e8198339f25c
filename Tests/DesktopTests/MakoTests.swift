// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The notification of a take in mako.
@Suite("Notifications in mako", .timeLimit(.minutes(2)))
struct MakoTests {
    @Test
    func `clicks lead a take to its text under one number, and the history has it once`() async throws {
        try await Mako.use { desk, mako, pulse in
            _ = try await desk.startRecorder()
            let log = try await desk.follow()
            try await desk.ask("start")
            await pulse.say(SoundComparison.tone(seconds: 1))
            try await mako.displays(1)
            let numbers = try await mako.numbers()
            try await mako.screen.save(as: "mako-recording")
            try await mako.press("Pause")
            try await log.until("\"state\":\"paused\"")
            try await mako.displays(1)
            try await mako.screen.save(as: "mako-paused")
            try await mako.press("Resume")
            try await log.until("\"state\":\"recording\"")
            try await mako.displays(1)
            try await mako.press("Finish")
            try await log.until("\"outcome\":\"transcribed\"")
            try await mako.displays(1)
            try await mako.screen.save(as: "mako-result")
            #expect(try await mako.numbers() == numbers)
            try await mako.control("dismiss")
            try await mako.displays(0)
            // What it remembers comes back one by one: there is one.
            for _ in 1...2 {
                try await mako.control("restore")
                try await mako.displays(1)
            }
        }
    }

    @Test
    func `C029: mako is killed in a take, and the next one shows it with buttons that act`() async throws {
        try await Mako.use { desk, mako, _ in
            _ = try await desk.startRecorder()
            let log = try await desk.follow()
            try await desk.ask("start")
            try await mako.displays(1)
            try await mako.restart()
            try await mako.displays(1)
            let number = try #require(try await mako.numbers().first)
            try await mako.control("invoke", "-n", "\(number)", "recording.pause")
            try await log.until("\"state\":\"paused\"")
            try await mako.displays(1)
            try await mako.press("Discard")
            try await log.until("\"state\":\"notRecording\"")
            try await mako.displays(0)
        }
    }
}
