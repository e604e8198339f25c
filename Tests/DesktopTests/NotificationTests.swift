// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The notification of a take in real servers.
@Suite("Notifications on desktops", .serialized, .timeLimit(.minutes(2)))
struct NotificationTests {
    @Test
    func `in dunst, clicks lead a take to its text in one place, and the history has it once`() async throws {
        try await lead(in: Dunst.self) { dunst in
            #expect(try await dunst.history() == 0)
            try await dunst.close()
            try await dunst.displays(0)
            #expect(try await dunst.history() == 1)
        }
    }

    @Test
    func `in mako, clicks lead a take to its text under one number, and the history has it once`() async throws {
        try await lead(in: Mako.self) { mako in
            #expect(try await mako.numbers() == [1])
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
    func `in XFCE, clicks on buttons lead a take to its text in one place`() async throws {
        try await lead(in: XfceNotifications.self) { _ in }
    }

    private func lead<Server: NotificationDesktop>(in server: Server.Type, _ closing: (Server) async throws -> Void) async throws {
        try await Server.use { desk, server, pulse in
            _ = try await desk.startRecorder()
            let log = try await desk.follow()
            try await server.displays(0)
            try await desk.ask("start")
            await pulse.say(SoundComparison.tone(seconds: 1))
            try await server.displays(1)
            try await server.screen.save(as: "\(Server.self)-recording")
            for (button, state) in [("Pause", "paused"), ("Resume", "recording"), ("Pause", "paused")] {
                try await server.press(button)
                try await log.until("\"state\":\"\(state)\"")
                try await server.displays(1)
            }
            try await server.screen.save(as: "\(Server.self)-paused")
            try await server.press("Process")
            try await log.until("\"outcome\":\"transcribed\"")
            try await server.displays(1)
            try await server.screen.save(as: "\(Server.self)-result")
            try await closing(server)
        }
    }

    @Test
    func `C029: dunst is killed in a take, and the next one shows it with buttons that act`() async throws { try await replace(Dunst.self) }

    @Test
    func `C029: mako is killed in a take, and the next one shows it with buttons that act`() async throws { try await replace(Mako.self) }

    @Test
    func `C029: xfce4-notifyd is killed in a take, and the next one shows it with buttons that act`() async throws { try await replace(XfceNotifications.self) }

    private func replace<Server: NotificationDesktop>(_ server: Server.Type) async throws {
        try await Server.use { desk, server, _ in
            _ = try await desk.startRecorder()
            let log = try await desk.follow()
            try await desk.ask("start")
            try await server.displays(1)
            try await server.restart()
            try await server.displays(1)
            try await server.press("Pause")
            try await log.until("\"state\":\"paused\"")
            try await server.displays(1)
            try await server.press("Discard")
            try await log.until("\"state\":\"notRecording\"")
            try await server.displays(0)
        }
    }
}
