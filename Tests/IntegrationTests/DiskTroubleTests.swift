// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// Disks that are full, folders that are missing or not ours, environments that say nothing.
@Suite("Bad days: the disk", .crowded, .timeLimit(.minutes(5)))
struct DiskTroubleTests {
    /// Noise at full scale: no encoder makes it smaller, so it fills a disk.
    private let noise = SoundComparison.loudNoise(seconds: 2)

    @Test
    func `C103: on a full disk no take begins; with room again one does`() async throws {
        let disk = try await SmallDisk(size: 24 << 20)
        disk.fill()
        try await Desk.use(sound: PrivatePulse.start(.pipe), extra: ["XDG_DATA_HOME": disk.file("data")]) { desk in
            _ = try await desk.startRecorder()
            for rest in [0, 4_000_000] {
                disk.fill(leaving: rest)
                let result = try await desk.call("Start")
                #expect(result.errors.contains("Error.NoSpace:") && result.errors.contains("Free some space"), "\(result.errors)")
                #expect(try await desk.status("state") == "notRecording")
                #expect(ScratchFolder.names(in: disk.file("data/tallylight/takes")).filter { $0 != ".discarded" }.isEmpty)
            }
            unlink(disk.file("filler"))
            try await desk.ask("start")
            #expect(try await desk.status("state") == "recording")
        }
    }

    @Test
    func `a disk that fills up in a take pauses it; what was said is kept, and processed when there is room`() async throws {
        let disk = try await SmallDisk(size: 24 << 20)
        let engine = try await ScriptedEngine()
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse, extra: engine.environment.merging(["XDG_DATA_HOME": disk.path]) { $1 }) { desk in
            _ = try await desk.startRecorder()
            let watch = try await desk.changes()
            try await desk.ask("start")
            disk.fill(leaving: 100_000)
            // With pauses: of noise alone nothing would stand out, and no engine would be asked. Not waited for: what the paused take does not hear stays in the pipe.
            let sound = (0..<20).flatMap { SoundComparison.noise(seconds: 0.25, seed: 1 + $0) + [Int16](repeating: 0, count: 12_000) }
            Task { await pulse.say(sound) }
            let line = try await watch.until("\"state\":\"paused\"")
            #expect(line.contains("\"interrupted\":true"))
            #expect(line.json("notice") == "lowDisk")
            let session = line.json("session")
            let frames = try #require(Int64(line.json("elapsed_usec"))) * 48 / 1000
            // Nothing goes on, and nothing is lost, while the disk stays full: to the last byte, when the text is there.
            engine.act("cat /dev/zero > '\(disk.file("filler2"))' 2> /dev/null; say 'hello world'; through")
            let refusal = try await desk.tallylight("resume")
            #expect(refusal.code == 1)
            #expect(refusal.errors.contains("disk is full"), "\(refusal.errors)")
            let failure = try await desk.tallylight("finish", "--wait")
            #expect(failure.code == 1)
            #expect(failure.errors.contains("no space left") && failure.errors.contains("The recording is safe"), "\(failure.errors)")
            #expect(try await desk.statusLine().contains("\"kept\":[\"\(session)\"]"))
            for name in ["filler", "filler2"] { unlink(disk.file(name)) }
            engine.act("say 'hello world'; through")
            #expect(try await desk.ask("process", "--session", session, "--wait") == "hello world\n")
            let recorded = try await SoundComparison.decode(disk.file("tallylight/takes/\(session)/audio.flac"))
            #expect(abs(Int64(recorded.count) - frames) <= 4608, "the published length is \(frames) frames")
            let start = try #require(SoundComparison.offset(of: sound[..<64], in: recorded, tolerance: 0))
            #expect(recorded.count - start > 24_000)
            #expect(zip(recorded[start...], sound).allSatisfy { $0 == $1 })
        }
    }

    @Test
    func `C107: on a full disk the old title and the old text stay, whole, and nothing half is left`() async throws {
        let disk = try await SmallDisk(size: 24 << 20)
        let engine = try await ScriptedEngine(hearing: "the old text")
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse, extra: engine.environment.merging(["XDG_DATA_HOME": disk.path]) { $1 }) { desk in
            var recorder = try await desk.startRecorder()
            try await desk.ask("start")
            await pulse.say(SoundComparison.tone(seconds: 1))
            // A draft: the take stays where it is, with its text.
            #expect(try await desk.ask("finish", "--wait") == "the old text\n")
            let takes = disk.file("tallylight/takes")
            let kept = try #require(ScratchFolder.names(in: takes).first { $0 != ".discarded" })
            func contents() -> [String: String] {
                Dictionary(uniqueKeysWithValues: ScratchFolder.names(in: "\(takes)/\(kept)").map { ($0, $0.hasPrefix("audio") ? "" : read("\(takes)/\(kept)/\($0)")) })
            }
            try await desk.ask("title", "--session", kept, "The old title")
            let before = contents()
            #expect(before["take"]?.contains("The old title") == true && before["transcript.txt"] == "the old text\n")
            disk.fill()
            let title = try await desk.tallylight("title", "--session", kept, "The new title")
            #expect(title.code == 1 && title.errors.contains("no space left"), "\(title.errors)")
            #expect(contents() == before)
            engine.act("say 'the new text'; through")
            let text = try await desk.tallylight("process", "--session", kept, "--wait")
            #expect(text.code == 1 && text.errors.contains("no space left") && text.errors.contains("The recording is safe"), "\(text.errors)")
            #expect(contents() == before)
            // The same to a recorder that remembers nothing else.
            await recorder.send(SIGTERM)
            _ = try await recorder.finish()
            recorder = try await desk.startRecorder()
            #expect(try await desk.ask("transcript", kept) == "the old text\n")
            #expect(contents() == before)
            unlink(disk.file("filler"))
            try await desk.ask("title", "--session", kept, "The new title")
            #expect(try await desk.ask("process", "--session", kept, "--wait") == "the new text\n")
            #expect(contents()["take"]?.contains("The new title") == true && contents()["transcript.txt"] == "the new text\n")
        }
    }

    @Test
    func `C107: documents on a full disk keep nothing half, and the take and its text go there when there is room`() async throws {
        let disk = try await SmallDisk(size: 4 << 20)
        let sherpa = try await StandInSherpa()
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse) { desk in
            write("XDG_DOCUMENTS_DIR=\"\(disk.file("docs"))\"\n", to: desk.home.file(".config/user-dirs.dirs"))
            let setUp = "mkdir -p .local/share/tallylight && ln -s \"$1\" .local/share/tallylight/engines"
            try await Subprocess.run("/bin/sh", ["-c", setUp, "sh", sherpa.folder.path], directory: desk.home.path).succeeded()
            _ = try await desk.startRecorder()
            for rest in [0, 4096, 40_000] {
                try await desk.ask("start")
                await pulse.say(SoundComparison.noise(seconds: 1))
                let session = try await desk.status("session")
                disk.fill(leaving: rest)
                let before = ScratchFolder.names(in: disk.file("docs/Tallylight"))
                let failure = try await desk.tallylight("finish", "--wait")
                #expect(failure.code == 1 && failure.errors.contains("no space left") && failure.errors.contains("The recording is safe"), "\(failure.errors)")
                #expect(ScratchFolder.names(in: disk.file("docs/Tallylight")) == before)
                #expect(try await desk.statusLine().contains("\"kept\":[\"\(session)\"]"))
                #expect(desk.files(".local/share/tallylight/takes/\(session)").allSatisfy { !$0.hasSuffix(".tmp") })
                unlink(disk.file("filler"))
                #expect(try await desk.ask("process", "--session", session, "--wait") == "\(StandInSherpa.words)\n")
                #expect(ScratchFolder.names(in: disk.file("docs/Tallylight")).count == before.count + 2)
                #expect(desk.takes.isEmpty)
            }
        }
    }

    @Test
    func `C107: a full disk for what is remembered of finished takes spoils neither that nor the next take`() async throws {
        let disk = try await SmallDisk(size: 1 << 20)
        let engine = try await ScriptedEngine()
        try await Desk.use(sound: PrivatePulse.start(.pipe), extra: engine.environment.merging(["XDG_STATE_HOME": disk.path]) { $1 }) { desk in
            let recorder = try await desk.startRecorder()
            func remembered() -> [String: String] {
                let folder = disk.file("tallylight/finished")
                return Dictionary(uniqueKeysWithValues: ScratchFolder.names(in: folder).map { ($0, read("\(folder)/\($0)")) })
            }
            try await desk.ask("start")
            try await desk.ask("finish", "--wait")
            let before = remembered()
            #expect(before.count == 1)
            disk.fill()
            try await desk.ask("start")
            try await desk.ask("finish", "--wait")
            try await recorder.errors(containing: "could not be stored")
            #expect(remembered() == before)
            #expect(desk.recordings.count == 2 && desk.takes.isEmpty)
        }
    }

    @Test
    func `C103: a data folder that cannot be written is said at the start of a take, with its path`() async throws {
        let readOnly = try await Subprocess.start(
            "/usr/bin/unshare", ["--user", "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs -o ro tmpfs /mnt && echo ready && exec sleep infinity"])
        _ = try await readOnly.nextLine()
        let folder = ScratchFolder()
        write("", to: folder.file("file"))
        symlink(folder.file("nowhere/at/all"), folder.file("link"))
        for (path, reason) in [
            ("/proc/\(readOnly.identifier)/root/mnt/data", "read-only"), (folder.file("file"), "a file has that name"), (folder.file("link"), "link"),
        ] {
            try await Desk.use(sound: PrivatePulse.start(.pipe), extra: ["XDG_DATA_HOME": path]) { desk in
                _ = try await desk.startRecorder()
                let result = try await desk.call("Start")
                #expect(result.errors.contains("Error.StorageFailed:") && result.errors.contains(path), "\(result.errors)")
                #expect(result.errors.contains(reason), "\(result.errors)")
                #expect(try await desk.status("state") == "notRecording")
            }
        }
        #expect(folder.names == ["file", "link"])
        await readOnly.terminate()
    }

    @Test
    func `C103: a data folder that is missing is made, at the first take and when somebody removed it`() async throws {
        let folder = ScratchFolder()
        try await Desk.use(sound: PrivatePulse.start(.pipe), extra: ["XDG_DATA_HOME": folder.file("a/b/c")]) { desk in
            _ = try await desk.startRecorder()
            for _ in 0..<2 {
                ScratchFolder.remove(folder.file("a"))
                try await desk.ask("start")
                #expect(ScratchFolder.names(in: folder.file("a/b/c/tallylight/takes")).filter { $0 != ".discarded" }.count == 1)
                for verb in ["pause", "discard"] { try await desk.ask(verb) }
            }
        }
    }

    /// How a variable may say nothing: unset, empty, and relative.
    private static let nothing = ["-u%", "%=", "%=relative/folder"]

    @Test(arguments: nothing)
    func `XDG variables that say nothing count as unset`(_ form: String) async throws {
        let engine = try await ScriptedEngine()
        try await Desk.use(sound: PrivatePulse.start(.pipe), extra: engine.environment) { desk in
            try await record(desk, ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"].map { form.replacing("%", with: $0) })
            #expect(desk.recordings.count == 1)
            #expect(desk.files(".local/state/tallylight/finished").count == 1)
        }
    }

    @Test(arguments: nothing)
    func `a HOME that says nothing is no obstacle where the XDG variables say enough`(_ form: String) async throws {
        let folder = ScratchFolder()
        for name in ["config", "config/tallylight"] { mkdir(folder.file(name), 0o700) }
        write("install-engines = no\n", to: folder.file("config/tallylight/config"))
        write("XDG_DOCUMENTS_DIR=\"\(folder.file("documents"))\"\n", to: folder.file("config/user-dirs.dirs"))
        let engine = try await ScriptedEngine()
        try await Desk.use(sound: PrivatePulse.start(.pipe), extra: engine.environment) { desk in
            let homes = ["data", "config", "state"].map { "XDG_\($0.uppercased())_HOME=\(folder.file($0))" }
            try await record(desk, [form.replacing("%", with: "HOME")] + homes)
            #expect(desk.recordings.isEmpty)
            #expect(ScratchFolder.names(in: folder.file("documents/Tallylight")).map { $0.suffix(5) } == [".flac"])
            #expect(folder.names == ["config", "data", "documents", "state"])
        }
    }

    /// Makes a take with a recorder that `tallylight start` launched, as a key does on a desktop, in an environment changed by env(1).
    private func record(_ desk: Desk, _ changes: [String]) async throws {
        func run(_ verbs: [String]) async throws -> SubprocessResult {
            let arguments = changes + ["\(Desk.programs)/tallylight"] + verbs
            return try await Subprocess.run("/usr/bin/env", arguments, environment: desk.environment, directory: desk.home.path)
        }
        for verbs in [["start"], ["finish", "--wait"], ["quit"]] {
            let result = try await run(verbs)
            #expect(result.code == 0, "\(verbs): \(result.errors)")
        }
        #expect(!desk.home.names.contains("relative"))
    }
}
