// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import Glibc
import Icons
import Notifying
import Recording
import TestSupport
import Testing

/// What the buttons of a result start, and what is said in passing.
@Suite("Results and passing notices", .timeLimit(.minutes(1)))
struct ResultTests {
    /// A desktop of scripts, each of which writes down what it was given into a pipe.
    private static func desktop(in folder: ScratchFolder, _ programs: String...) -> [String: String] {
        mkfifo(folder.file("trace"), 0o600)
        for name in programs {
            let text = "#!/bin/sh\n{ echo \"\(name) $* $XDG_ACTIVATION_TOKEN\"; cat; echo; } >'\(folder.file("trace"))'\n"
            let file = open(folder.file(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
            _ = write(file, text, text.utf8.count)
            close(file)
        }
        return ["PATH": "\(folder.path):/usr/bin:/bin", "DISPLAY": ":99"]
    }

    private static func trace(in folder: ScratchFolder) async throws -> String {
        try await Subprocess.run("/bin/cat", [folder.file("trace")]).output
    }

    @Test
    func `the text is copied, and the file opened with the right to come to the front`() async throws {
        let folder = ScratchFolder()
        let environment = Self.desktop(in: folder, "xsel", "xclip", "xdg-open")
        try await withNotifyingRig(transcriber: FakeTranscriber(text: "Ein – zwei\ndrei"), environment: environment) { rig in
            let server = try await rig.serve()
            try await rig.perform(.start)
            try await rig.perform(.finish)
            await server.until { server.standing[1]?.keys == ["result.copy", "result.open"] }
            server.press("result.copy", of: 1)
            #expect(try await Self.trace(in: folder) == "xclip -selection clipboard -in \nEin – zwei\ndrei\n")
            server.token("t-1", of: 1)
            server.press("result.open", of: 1)
            let path = try #require(rig.spy.results.last?.transcriptPath)
            #expect(try await Self.trace(in: folder) == "xdg-open \(path) t-1\n\n")
        }
    }

    @Test
    func `a microphone that is missing offers the settings of sound, until a recording runs`() async throws {
        let folder = ScratchFolder()
        let environment = Self.desktop(in: folder, "gnome-control-center", "pavucontrol").merging(["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"]) { $1 }
        try await withNotifyingRig(environment: environment) { rig in
            let server = try await rig.serve()
            rig.capture.fail(.start, with: RecordingError(.noInputDevice, "There is no microphone. Plug one in, then record again."))
            await #expect(throws: RecordingError.self) { try await rig.perform(.toggle) }
            await server.until { server.standing[1] != nil }
            #expect(server.standing[1]?.summary == "Not recording")
            #expect(server.standing[1]?.body == "There is no microphone. Plug one in, then record again.")
            #expect(server.standing[1]?.actions == ["failure.settings", "Sound settings"])
            server.press("failure.settings", of: 1)
            #expect(try await Self.trace(in: folder) == "gnome-control-center sound \n\n")
            rig.capture.fail(.start, with: nil)
            try await rig.perform(.toggle)
            await server.until { server.standing.values.map(\.summary) == ["Recording"] }
            rig.capture.fail(.resume, with: RecordingError(.inputLost, "The microphone delivers no sound."))
            try await rig.perform(.pause)
            await #expect(throws: RecordingError.self) { try await rig.perform(.resume) }
            await server.until { Set(server.standing.values.map(\.summary)) == ["Paused", "Not recording"] }
        }
    }

    @Test
    func `what settings of sound cannot mend offers none of them`() throws {
        let folder = ScratchFolder()
        var environment = Self.desktop(in: folder, "pavucontrol", "systemsettings")
        environment["PATH"] = folder.path
        #expect(DesktopPrograms(environment: environment).soundSettings()?.executable == folder.file("pavucontrol"))
        environment["XDG_CURRENT_DESKTOP"] = "KDE"
        #expect(DesktopPrograms(environment: environment).soundSettings(token: "t")?.arguments == ["kcm_pulseaudio"])
        environment["DISPLAY"] = nil
        let blind = DesktopPrograms(environment: environment)
        #expect(blind.soundSettings() == nil)
        #expect(NotificationContent(RecordingError(.noInputDevice, "There is none."), number: 1, blind).buttons.isEmpty)
        environment["DISPLAY"] = ":99"
        #expect(NotificationContent(RecordingError(.noSpace, "The disk is full."), number: 1, DesktopPrograms(environment: environment)).buttons.isEmpty)
    }

    @Test
    func `without a clipboard program or a screen there are no such buttons`() {
        let folder = ScratchFolder()
        var environment = Self.desktop(in: folder, "wl-copy", "xdg-open")
        environment["PATH"] = folder.path
        #expect(DesktopPrograms(environment: environment).clipboard == nil)
        #expect(DesktopPrograms(environment: environment).opener(of: "/a.txt") != nil)
        #expect(DesktopPrograms(environment: environment).opener(of: "") == nil)
        environment["WAYLAND_DISPLAY"] = "wayland-0"
        #expect(DesktopPrograms(environment: environment).clipboard?.executable == folder.file("wl-copy"))
        let blind = DesktopPrograms(environment: ["PATH": folder.path])
        #expect(blind.clipboard == nil && blind.opener(of: "/a.txt") == nil)
    }

    @Test
    func `a take that failed can be tried again`() async throws {
        let transcriber = FakeTranscriber(text: "At last.")
        transcriber.answer(.failure(RecordingError(.transcriptionFailed, "The engine fell over. Try again.")))
        try await withNotifyingRig(transcriber: transcriber) { rig in
            let server = try await rig.serve()
            try await rig.perform(.start)
            try await rig.perform(.finish)
            await server.until { server.standing[1]?.body == "The engine fell over. Try again." }
            transcriber.answer(.success("At last."))
            server.press("result.process", of: 1)
            await server.until { server.standing[1]?.body == "At last." }
            #expect(server.standing.count == 1)
        }
    }

    @Test
    func `a notice is said once in a take, and goes by itself`() async throws {
        try await withPrivateConnection { bus, connection in
            let server = FakeNotificationServer()
            try await server.open(on: bus)
            let board = NotificationBoard(record: nil, showing: IconTheme(environment: [:])) { _, _ in }
            board.connect(to: connection)
            // Until it is shown, the time does not count: what passes may be over before a server is found.
            Notifier(board, period: .seconds(60)).say("The microphone is silent.", .warning)
            await server.posts(1)
            Notifier(board, period: .milliseconds(300)).say("The disk is nearly full.", .warning)
            await server.until { server.closed == [1] }
            #expect(server.posts.map(\.body) == ["The microphone is silent.", "The disk is nearly full."])
            #expect(server.posts.allSatisfy { $0.hints["transient"] == .boolean(true) && $0.actions.isEmpty })
            await server.die()
        }
        try await withNotifyingRig { rig in
            let server = try await rig.serve()
            let session = try await rig.perform(.start).session
            for _ in 0..<3 { rig.notifications.report(.silence, NoticeDetails(), session: session) }
            await server.until { server.standing.count == 2 }
            try await rig.perform(.pause)
            await server.posts(3)
            #expect(server.posts.count { $0.hints["transient"] != nil } == 1)
        }
    }
}
