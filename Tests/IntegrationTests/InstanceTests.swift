// SPDX-License-Identifier: MIT

import DBus
import Glibc
import TestSupport
import Testing

/// One recorder for a session and a home, whatever a former one has left behind.
@Suite("One recorder", .serialized, .crowded, .timeLimit(.minutes(5)))
struct InstanceTests {
    /// All that is in the desk's home, with sizes and times, but for what sockets and access times do.
    private func contents(_ desk: Desk) async throws -> String {
        try await desk.run("find", desk.home.path, "-printf", "%p %s %m %T@\n").succeeded().lines.sorted().joined(separator: "\n")
    }

    private func owners(_ desk: Desk) async throws -> [String] {
        try await desk.withConnection { connection in
            let bus = RemoteObject("org.freedesktop.DBus", on: "/org/freedesktop/DBus", at: "org.freedesktop.DBus", over: connection)
            return try await bus.call("ListQueuedOwners", [.string("org.tallylight.Recorder1")])[0].strings ?? []
        }
    }

    @Test
    func `a second recorder says so, ends with 3, waits in no queue and touches no file`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            try await desk.ask("pause")
            let before = try await contents(desk)
            for arguments in [["serve"], ["serve", "--language", "de"]] {
                let second = try await Subprocess.run("\(Desk.programs)/tallylight", arguments, environment: desk.environment)
                #expect(second.code == 3)
                #expect(second.errors.split(separator: "\n").count == 1 && second.errors.contains("already"), "\(second.errors)")
            }
            // One that would keep its takes elsewhere leaves nothing there, either.
            let elsewhere = ScratchFolder()
            let environment = desk.environment.merging(["XDG_DATA_HOME": elsewhere.file("data"), "XDG_STATE_HOME": elsewhere.file("state")]) { $1 }
            #expect(try await Subprocess.run("\(Desk.programs)/tallylight", ["serve"], environment: environment).code == 3)
            #expect(elsewhere.names.isEmpty)
            #expect(try await owners(desk).count == 1)
            #expect(try await contents(desk) == before)
            #expect(try await desk.status("state") == "paused")
        }
    }

    @Test
    func `a second recorder at once with the first: one stays, the other says so`() async throws {
        try await Desk.use { desk in
            let both = [try await desk.start("tallylight-recorder", []), try await desk.start("tallylight-recorder", [])]
            try await desk.run("gdbus", "wait", "--session", "org.tallylight.Tallylight").succeeded()
            let owner = try #require(try await desk.recorderProcess())
            let loser = try #require(both.first { $0.identifier != owner })
            #expect(try await loser.finish().code == 3)
            #expect(try await owners(desk).count == 1)
        }
    }

    @Test
    func `a recorder on another bus leaves a data folder in use alone`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            try await desk.ask("pause")
            let before = try await contents(desk)
            try await withPrivateBus { other in
                let environment = desk.environment.merging(["DBUS_SESSION_BUS_ADDRESS": other.addressText]) { $1 }
                let second = try await Subprocess.run("\(Desk.programs)/tallylight", ["serve"], environment: environment)
                #expect(second.code == 3)
                #expect(second.errors.contains("Another recorder already keeps its takes in"), "\(second.errors)")
            }
            #expect(try await contents(desk) == before)
        }
    }

    @Test
    func `C067: a recorder that was killed is not running, at once, and its take is kept`() async throws {
        let engine = StandInEngine()
        let microphone = try await PrivatePulse.start(.pipe)
        let noise = SoundComparison.noise(seconds: 1)
        try await Desk.use(sound: microphone, extra: engine.environment) { desk in
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            try await desk.say(noise, into: microphone)
            try await desk.ask("pause")
            let session = try await desk.status("session")
            try await desk.ask("resume")
            await recorder.send(SIGKILL)
            _ = try await recorder.finish()
            let status = try await desk.tallylight("status")
            #expect(status.code == 4 && status.output.isEmpty, "\(status.output)")
            #expect(try await desk.tallylight("status", "--json").output.isEmpty)

            _ = try await desk.startRecorder()
            #expect(try await desk.ask("status", "--json").contains("\"kept\":[\"\(session)\"]"))
            #expect(try await desk.ask("process", "--wait", "--session", session) == "\(StandInEngine.words)\n")
            #expect(try await desk.holds(noise, in: desk.audio))
        }
    }

    /// As root, whom modes hold off then.
    private static let withoutOverride = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]

    @Test(arguments: ["live", "1", "garbage", "empty", "folder", "mode 000"])
    func `C131: whatever lies where others keep pids and locks, the recorder starts and works`(_ kind: String) async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            let folders = [".local/share/tallylight", ".local/state/tallylight", ".cache/tallylight", "."].map { desk.home.file($0) }
            try await Subprocess.run("/bin/mkdir", ["-p"] + folders).succeeded()
            for path in folders.flatMap({ folder in ["lock", "pid", "recorder.pid", "state", "tallylight.pid", ".lock", "notification", "finished"].map { "\(folder)/\($0)" } }) {
                guard kind != "folder" else {
                    mkdir(path, 0o700)
                    continue
                }
                let text = ["live": "\(getpid())\n", "1": "1\n", "garbage": "\u{0}\u{FF}garbage"][kind] ?? ""
                let file = open(path, O_WRONLY | O_CREAT, kind == "mode 000" ? 0 : 0o600)
                _ = Glibc.write(file, text, text.utf8.count)
                close(file)
            }
            #expect(try await desk.tallylight("status").code == 4)
            let launcher = kind == "mode 000" ? Self.withoutOverride : []
            _ = try await desk.startRecorder(under: launcher)
            #expect(try await desk.run("env", launcher + ["\(Desk.programs)/tallylight", "serve"]).code == 3)
            #expect(try await desk.ask("start").hasPrefix("Recording"))
            try await desk.ask("pause")
            try await desk.ask("discard")
            try await desk.ask("quit")
        }
    }

    @Test
    func `C133: root is refused where the home belongs to another user, at once and without a trace`() async throws {
        let scratch = ScratchFolder()
        chmod(scratch.path, 0o755)
        let home = scratch.file("home")
        try await Subprocess.run("/bin/mkdir", [home]).succeeded()
        try await Subprocess.run("/bin/chown", ["nobody", home]).succeeded()
        try await Desk.use(extra: ["HOME": home, "XDG_RUNTIME_DIR": ""]) { desk in
            for arguments in [["serve"], ["start"], ["toggle"]] {
                let result = try await Subprocess.run("\(Desk.programs)/tallylight", arguments, environment: desk.environment, within: .seconds(10))
                #expect(result.code == 1, "\(arguments): \(result.ending)")
                #expect(!result.errors.isEmpty)
            }
            let serve = try await desk.tallylight("serve")
            #expect(serve.errors.contains("belongs to nobody"), "\(serve.errors)")
            #expect(ScratchFolder.names(in: home).isEmpty)
        }
    }

    @Test
    func `C133: on the bus of another user there is one sentence, at once`() async throws {
        let scratch = ScratchFolder()
        chmod(scratch.path, 0o755)
        let address = "unix:path=\(scratch.file("bus"))"
        try await Subprocess.run("/bin/chown", ["nobody", scratch.path]).succeeded()
        let bus = try await Subprocess.start(
            "/usr/bin/setpriv", ["--reuid", "nobody", "--clear-groups", "dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address", "--address=\(address)"])
        _ = try await bus.nextLine()
        try await Desk.use(hasBus: false, extra: ["DBUS_SESSION_BUS_ADDRESS": address]) { desk in
            for arguments in [["status"], ["toggle"], ["serve"]] {
                let result = try await Subprocess.run("\(Desk.programs)/tallylight", arguments, environment: desk.environment, within: .seconds(3))
                #expect(result.code == 1 && result.output.isEmpty, "\(arguments): \(result.ending)")
                #expect(result.errors.contains("does not let this user in") && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
            }
        }
        await bus.terminate()
    }

    /// `su` and `sudo -u` without a new environment: the home and the bus of the one, the rights of the other.
    @Test(arguments: ["HOME=%/home", "HOME=%/home DBUS_SESSION_BUS_ADDRESS=", "DBUS_SESSION_BUS_ADDRESS= HOME="])
    func `C133: another user with our home and our bus gets one sentence at once, and leaves nothing`(_ variables: String) async throws {
        let scratch = ScratchFolder()
        chmod(scratch.path, 0o711)
        try await Subprocess.run("/bin/mkdir", ["-m", "700", scratch.file("home")]).succeeded()
        // The programs are where anybody may start them.
        try await Subprocess.run("/bin/cp", ["\(Desk.programs)/tallylight", "\(Desk.programs)/tallylight-recorder", scratch.path]).succeeded()
        let changes = variables.split(separator: " ").map { String($0).replacing("%", with: scratch.path) }
        try await Desk.use(extra: ["XDG_RUNTIME_DIR": ""]) { desk in
            chmod(try #require(desk.bus).folder, 0o755)
            for words in [["serve"], ["status"], ["toggle"], ["start"]] {
                let result = try await desk.run(
                    "setpriv", ["--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "env"] + changes + [scratch.file("tallylight")] + words, within: .seconds(3))
                #expect(result.code == 1 && result.output.isEmpty, "\(words): \(result.ending) \(result.errors)")
                #expect(result.errors.split(separator: "\n").count == 1 && result.errors.hasSuffix(".\n"), "\(words): \(result.errors)")
            }
            #expect(ScratchFolder.names(in: scratch.file("home")).isEmpty)
            #expect(Set(ScratchFolder.names(in: scratch.path)) == ["home", "tallylight", "tallylight-recorder"])
        }
    }

    @Test
    func `C133: root in a container without bus and sound gets one sentence at once, and leaves nothing`() async throws {
        let home = ScratchFolder()
        for words in [["serve"], ["status"], ["toggle"], ["start"], ["status", "--json"]] {
            let result = try await Subprocess.run("\(Desk.programs)/tallylight", words, environment: ["HOME": home.path], within: .seconds(3))
            #expect(result.code == 1 && result.output.isEmpty, "\(words): \(result.ending)")
            #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains("bus"), "\(words): \(result.errors)")
        }
        #expect(home.names.isEmpty)
    }
}
