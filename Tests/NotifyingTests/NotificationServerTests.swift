// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import Glibc
import Notifying
import RecorderService
import Recording
import TestSupport
import Testing

/// The flow beside a server that is absent, hangs, refuses, dies and returns.
@Suite("Notification servers", .timeLimit(.minutes(1)))
struct NotificationServerTests {
    @Test
    func `C027: a server that is started and never comes up is started once, and nobody waits for it`() async throws {
        try await withNotifyingRig { rig in
            let trace = "\(rig.bus.folder)/started"
            let file = try #require(fopen("\(rig.bus.servicesFolder)/org.freedesktop.Notifications.service", "w"))
            fputs("[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=/bin/sh -c 'echo $$ >> \(trace); exec sleep 1000'\n", file)
            fclose(file)
            _ = try await rig.bus.run("busctl", "--user", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig")
            let monitor = try await PrivateBusMonitor(rig.bus)
            let clock = ContinuousClock()
            for _ in 0..<10 {
                let time = try await clock.measure { try await rig.perform(.toggle) }
                #expect(time < .milliseconds(200))
            }
            // Each take would ask for one more.
            for _ in 0..<3 {
                try await rig.perform(.discard)
                try await rig.perform(.toggle)
                try await rig.perform(.toggle)
            }
            var started: [Substring] = []
            while started.isEmpty { started = try await Subprocess.run("/bin/cat", [trace]).output.split(separator: "\n") }
            let server = try await rig.serve()
            await server.until { server.standing[1] != nil }
            #expect(server.posts.map(\.summary) == ["Paused"])
            await monitor.wait { $0.contains("member=Notify") }
            #expect(monitor.messages.count { $0.contains("member=StartServiceByName") } == 1)
            monitor.stop()
            #expect(try await Subprocess.run("/bin/cat", [trace]).output.split(separator: "\n") == started)
            for process in started.compactMap({ pid_t($0) }) { kill(process, SIGKILL) }
        }
    }

    @Test
    func `C027: a server that hangs has one call of ours, and gets the newest state when it goes on`() async throws {
        try await withNotifyingRig { rig in
            let server = try await rig.serve()
            server.gate = Gate()
            try await rig.perform(.start)
            await server.posts(1)
            for _ in 0..<9 { try await rig.perform(.toggle) }
            try await rig.fence(server)
            #expect(server.posts.count == 1)
            server.gate.open()
            await server.posts(2)
            #expect(server.posts.map(\.summary) == ["Recording", "Paused"])
            #expect(server.posts.map(\.replaces) == [0, 1])
        }
    }

    @Test
    func `C029: a server that returns shows the live notification, with buttons that work`() async throws {
        try await withNotifyingRig { rig in
            let first = try await rig.serve()
            try await rig.perform(.start)
            await first.until { first.standing[1] != nil }
            await first.die()
            try await rig.perform(.pause)
            try await rig.perform(.resume)
            let second = try await rig.serve()
            await second.until { second.standing[1] != nil }
            #expect(second.posts.map(\.replaces) == [0])
            second.press("recording.pause", of: 1)
            await rig.spy.until { $0.state == .paused }
        }
    }

    @Test
    func `C033: ten minutes of recording are one call, and an update is quiet`() async throws {
        try await withNotifyingRig { rig in
            let server = try await rig.serve()
            let activity = try await rig.perform(.start)
            await server.until { server.standing[1] != nil }
            for second in 1...600 {
                var next = activity
                next.timer = ActivityTimer(elapsed: .seconds(second), anchor: MonotonicTime(microseconds: UInt64(second)))
                rig.notifications.report(next)
                // So that one update could not stand for many.
                if second % 60 == 0 { try await rig.fence(server) }
            }
            #expect(server.posts.count == 1)
            try await rig.commander.setTitle("Minutes", of: activity.session)
            await server.posts(2)
            try await rig.perform(.pause)
            await server.posts(3)
            #expect(server.posts.map(\.summary) == ["Recording", "Recording: Minutes", "Paused: Minutes"])
            #expect(server.posts.map(\.urgency) == [.byte(1), .byte(0), .byte(1)])
            #expect(server.posts.map { $0.hints["suppress-sound"] } == [nil, .boolean(true), nil])
            for post in server.posts {
                #expect(post.hints["resident"] == .boolean(true))
                #expect(post.hints["desktop-entry"] == .string("org.tallylight.Tallylight"))
                #expect(post.hints["category"] == .string("device"))
                #expect(post.hints["transient"] == nil)
                #expect(post.expiry == .int32(0))
            }
        }
    }

    @Test
    func `what it is about is a picture: ours where it is installed, else one that every theme has`() async throws {
        let home = ScratchFolder()
        try await withNotifyingRig(environment: ["HOME": home.path, "XDG_DATA_DIRS": "/nonexistent"]) { rig in
            let server = try await rig.serve()
            try await rig.perform(.start)
            await server.posts(1)
            let icons = home.file(".local/share/icons/hicolor/scalable/apps")
            _ = try await Subprocess.run("/bin/mkdir", ["-p", icons])
            _ = try await Subprocess.run("/usr/bin/touch", ["\(icons)/tallylight-paused.svg"])
            try await rig.perform(.pause)
            await server.posts(2)
            rig.capture.fail(.resume, with: RecordingError(.inputLost, "The microphone delivers no sound."))
            await #expect(throws: RecordingError.self) { try await rig.perform(.resume) }
            await server.posts(3)
            #expect(server.posts.map(\.icon) == ["audio-input-microphone", "tallylight-paused", "dialog-warning"])
        }
    }

    @Test
    func `C055: a server may call us before it answers`() async throws {
        try await withPrivateBus { bus in
            try await onLoop {
                let rig = try await NotifyingRig(on: bus)
                let object = RecorderObject(showing: try await rig.commander.activity(), version: "1")
                await rig.recorder.attach(object)
                let presence = BusPresence(of: object, commanding: rig.commander, at: try bus.address) { _ in }
                try await presence.open()
                rig.notifications.connect(to: try #require(presence.connection))
                let server = try await rig.serve()
                let caller = try await Connection.open(bus.address)
                let recorder = RemoteObject("org.tallylight.Recorder1", on: "/org/tallylight/Recorder1", at: "org.tallylight.Recorder1", over: caller)
                server.beforeAnswer = { post in
                    guard post.replaces == 0 else { return }
                    let state = try await recorder.properties(within: .seconds(5))["State"]
                    #expect(state == .string("recording"))
                    let answer = try await recorder.call("Toggle", within: .seconds(5))
                    #expect(answer == [.string("paused")])
                }
                try await rig.perform(.start)
                await server.until { server.standing[1]?.summary == "Paused" }
                #expect(server.posts.map(\.replaces) == [0, 1])
                await caller.close()
                await presence.close()
                await rig.close()
            }
        }
    }

    @Test
    func `a take ends with its text under the same number, and nothing else stands`() async throws {
        try await withNotifyingRig(transcriber: FakeTranscriber(text: "Salt & <pepper>.")) { rig in
            let server = try await rig.serve()
            for take in UInt32(1)...2 {
                try await rig.perform(.start)
                try await rig.perform(.finish)
                await server.until { server.standing.count == 1 && server.standing[take]?.body == "Salt &amp; &lt;pepper&gt;." }
            }
            #expect(server.closed == [1])
            #expect(server.posts.last?.hints["resident"] == nil)
            #expect(server.questions == 1)
        }
    }

    @Test
    func `C031: a long text is cut between characters, and escaped then`() async throws {
        let transcriber = FakeTranscriber()
        try await withNotifyingRig(transcriber: transcriber) { rig in
            let server = try await rig.serve()
            let awkward = [("&", "&amp;"), ("<", "&lt;"), ("😀", "😀"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("e\u{301}", "e\u{301}")]
            for (character, sent) in awkward {
                for shift in 0...1 {
                    let start = String(repeating: "a", count: NotificationContent.excerptLength - shift)
                    transcriber.answer(.success(start + String(repeating: character, count: 5000)))
                    try await rig.perform(.start)
                    try await rig.perform(.finish)
                    let body = start + (shift == 0 ? "" : sent) + "…"
                    await server.until { server.standing.count == 1 && server.standing.values.first?.body.hasSuffix("…") == true && server.standing.values.first?.body == body }
                }
            }
        }
    }

    @Test
    func `without markup and buttons the text is plain, and no button is sent`() async throws {
        try await withNotifyingRig(transcriber: FakeTranscriber(text: "Salt & <pepper>.")) { rig in
            let server = FakeNotificationServer()
            server.capabilities = ["body"]
            _ = try await rig.serve(server)
            try await rig.perform(.start)
            try await rig.perform(.finish)
            await server.until { server.posts.last?.body == "Salt & <pepper>." }
            #expect(server.posts.flatMap(\.actions).isEmpty)
        }
    }

    @Test
    func `a server that refuses is asked again at the next transition, and what it can do too`() async throws {
        try await withNotifyingRig { rig in
            let server = try await rig.serve()
            server.refusal = { _ in .remote(name: .failed, message: "no") }
            try await rig.perform(.start)
            await server.posts(1)
            server.refusal = nil
            server.capabilities = []
            try await rig.perform(.pause)
            await server.until { server.standing[1] != nil }
            #expect(server.posts.map(\.replaces) == [0, 0])
            #expect(server.posts.last?.actions.isEmpty == true)
            #expect(server.questions == 2)
        }
    }

    @Test
    func `Plasma's word for too many is no failure`() async throws {
        try await withNotifyingRig { rig in
            let server = try await rig.serve()
            try await rig.perform(.start)
            await server.until { server.standing[1] != nil }
            server.refusal = { _ in .remote(name: "org.freedesktop.Notifications.Error.ExcessNotificationGeneration", message: "") }
            try await rig.perform(.pause)
            await server.posts(2)
            server.refusal = nil
            try await rig.perform(.resume)
            await server.posts(3)
            #expect(server.posts.map(\.replaces) == [0, 1, 1])
        }
    }

    @Test
    func `a recorder that ends takes everything with it, and waits for no server that hangs`() async throws {
        try await withNotifyingRig { rig in
            let server = try await rig.serve()
            try await rig.perform(.start)
            await server.until { server.standing[1] != nil }
            await rig.notifications.withdraw()
            #expect(server.closed == [1])
        }
        try await withNotifyingRig { rig in
            let server = try await rig.serve()
            server.gate = Gate()
            try await rig.perform(.start)
            await server.posts(1)
            await rig.notifications.withdraw(within: .milliseconds(10))
            #expect(server.closed.isEmpty)
            server.gate.open()
        }
    }
}
