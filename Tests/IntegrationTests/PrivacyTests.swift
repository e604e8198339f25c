// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// What others on the machine, the programs we start, and whoever listens on the bus get to see of a take: nothing that is not theirs.
@Suite("Privacy", .crowded, .timeLimit(.minutes(3)))
struct PrivacyTests {
    private static let words = "xylophones quarrel"

    @Test
    func `what a take leaves on the disk is its owner's alone, whatever the umask`() async throws {
        let (microphone, engine) = (try await PrivatePulse.start(.pipe), try await ScriptedEngine(hearing: Self.words))
        try await Desk.use(sound: microphone, extra: engine.environment) { desk in
            let recorder = try await Subprocess.start("/bin/sh", ["-c", "umask 0; exec \"$0\"", "\(Desk.programs)/tallylight-recorder"], environment: desk.environment)
            try await running {
                try await walk(desk, microphone, recorder)
            } finally: {
                await recorder.terminate()
            }
        }
    }

    @Test
    func `an engine gets three descriptors, and nothing of the session it runs in`() async throws {
        let (microphone, engine) = (try await PrivatePulse.start(.pipe), try await ScriptedEngine())
        engine.act("ls /proc/self/fd > \"$marks/descriptors\"; env > \"$marks/environment\"; pwd > \"$marks/folder\"; say hello; through")
        try await Desk.use(sound: microphone, extra: engine.environment.merging(["SECRET": "password"]) { $1 }) { desk in
            _ = try await desk.startRecorder()
            try await begin(desk, microphone)
            #expect(try await desk.ask("finish", "--wait") == "hello\n")
            // The fourth is ls' own, on what it lists.
            #expect(read(engine.folder.file("descriptors")) == "0\n1\n2\n3\n")
            let variables = read(engine.folder.file("environment")).split(separator: "\n").map { $0.prefix { $0 != "=" } }
            #expect(Set(variables).isSubset(of: ["PATH", "LC_ALL", "HOME", "TMPDIR", "OMP_NUM_THREADS", "LD_LIBRARY_PATH", "PWD", "OLDPWD", "SHLVL", "_"]), "\(variables)")
            let folder = read(engine.folder.file("folder"))
            #expect(folder.contains("tallylight-speech-") && read("\(folder.dropLast())/audio.wav").isEmpty)
        }
    }

    @Test
    func `what was said is in no signal, no argument and no log`() async throws {
        let (microphone, engine) = (try await PrivatePulse.start(.pipe), try await ScriptedEngine())
        engine.act("ps -eo args > \"$marks/arguments\"; say '\(Self.words)'; through")
        try await Desk.use(sound: microphone, extra: engine.environment) { desk in
            let recorder = try await desk.startRecorder()
            let monitor = try await Subprocess.start("/usr/bin/dbus-monitor", ["--address", desk.environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""])
            try await monitor.output(containing: "NameLost")
            try await begin(desk, microphone)
            #expect(try await desk.ask("finish", "--wait") == "\(Self.words)\n")
            // Asked for, it is told: what is seen there would be seen elsewhere.
            try await monitor.output(containing: Self.words)
            let lines = await monitor.outputSoFar.split(separator: "\n")
            await monitor.terminate()
            let messages = lines.reduce(into: [String]()) { if $1.hasPrefix(" ") { $0[$0.count - 1] += $1 } else { $0.append(String($1)) } }
            #expect(messages.contains { $0.hasPrefix("signal") && $0.contains("member=Finished") })
            let telling = messages.filter { $0.contains("xylophones") }
            #expect(!telling.isEmpty && telling.allSatisfy { $0.hasPrefix("method return") })
            #expect(!read(engine.folder.file("arguments")).contains("xylophones"))
            let journal = await recorder.errorsSoFar
            #expect(!journal.contains("xylophones") && !journal.contains("quarrel"))
        }
    }

    @Test
    func `a take that a stranger starts is shown, whatever the stranger asks for`() async throws {
        try await TrayDesk.use(sound: PrivatePulse.start(.pipe)) { table in
            _ = try await table.desk.startRecorder()
            await table.tray.entries(1)
            try await startInSecret(table.desk)
            try await table.until(title: "Tallylight: Recording")
            #expect(try await table.property("Status") == "Active")
        }
    }

    @Test
    func `a take that a stranger starts has its notification, whatever the stranger asks for`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            let bus = try #require(desk.bus)
            let notifications = try await onLoop {
                let notifications = FakeNotificationServer()
                try await notifications.open(on: bus)
                return notifications
            }
            _ = try await desk.startRecorder()
            try await startInSecret(desk)
            try await onLoop { await notifications.until { notifications.standing.values.map(\.summary) == ["Recording"] } }
        }
    }

    /// Starts a take with whatever might keep it from being seen.
    private func startInSecret(_ desk: Desk) async throws {
        let options = ["a{sv}", "4", "hidden", "b", "true", "notification", "b", "false", "quiet", "s", "yes", "indicator", "b", "false"]
        let object = ["org.tallylight.Recorder1", "/org/tallylight/Recorder1", "org.tallylight.Recorder1"]
        let call = ["--address", desk.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "", "call"] + object + ["Perform", "s" + options[0], "start"] + options[1...]
        let result = try await Subprocess.run("/usr/bin/busctl", call, environment: desk.environment)
        #expect(result.code == 0, "\(result.errors)")
    }

    /// Discards a take, keeps another with its text, and leaves a third to an end of the recorder; then looks at what lies there.
    private func walk(_ desk: Desk, _ microphone: PrivatePulse, _ recorder: Subprocess) async throws {
        while try await desk.recorderProcess() == nil { try await LoopTimer.sleep(for: .milliseconds(10)) }
        try await begin(desk, microphone)
        try await desk.ask("pause")
        try await desk.ask("discard")
        try await begin(desk, microphone)
        try await desk.ask("finish", "--wait")
        try await begin(desk, microphone)
        await recorder.send(SIGTERM)
        _ = try await recorder.finish()
        let found = try await desk.run("find", desk.home.path, "-newer", desk.home.file(".config/tallylight/config"), "-ipath", "*/tallylight*", "-printf", "%m %y %P\n")
        let lines = try found.succeeded().lines
        for part in ["/transcript.txt", ".discarded/", "Documents/Tallylight/"] { #expect(lines.contains { $0.contains(part) }, "\(lines)") }
        let open = lines.filter { !$0.hasPrefix("600 f ") && !$0.hasPrefix("700 d ") }
        #expect(open.isEmpty)
    }

    private func begin(_ desk: Desk, _ microphone: PrivatePulse) async throws {
        try await desk.ask("start")
        try await desk.say(SoundComparison.noise(seconds: 0.5), into: microphone)
    }
}
