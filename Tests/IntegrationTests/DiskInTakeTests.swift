// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// What may happen to the file of a take while it is recorded, to the recorder as a user gets it.
///
/// Each line `disk:` is a row of a table.
@Suite("Bad days: the disk in a take", .crowded, .timeLimit(.minutes(5)))
struct DiskInTakeTests {
    /// After which the file takes no more.
    enum Trouble: String, CaseIterable {
        case full = "full disk"
        case quota = "quota used up"
        case broken = "input/output error"
        case readOnly = "file system read-only"
        case limit = "limit of file size (SIGXFSZ)"

        var error: String { self == .full || self == .quota ? "NoSpace" : "StorageFailed" }
    }

    @Test(arguments: Trouble.allCases)
    func `a file that takes no more pauses the take within a second, says why, and what it holds can be read`(_ trouble: Trouble) async throws {
        let small = try await SmallDisk(size: 24 << 20)
        let ext4 = trouble == .readOnly ? try await PowerDisk.make() : nil
        let data = trouble == .full ? small.path : ext4?.path
        try await RampStage.use(extra: data.map { ["XDG_DATA_HOME": $0] } ?? [:]) { stage in
            let desk = stage.desk
            let recorder = try await desk.startRecorder()
            let signals = try await Subprocess.start("/usr/bin/gdbus", ["monitor", "--session", "--dest", "org.tallylight.Recorder1"], environment: desk.environment)
            try await signals.output(containing: "is owned by")
            let watch = try await desk.changes()
            try await desk.ask("start")
            let start = stage.ramp.count
            let session = try await desk.status("session")
            let audio = "\(data ?? desk.home.file(".local/share"))/tallylight/takes/\(session)/audio.flac.part"
            try await LoopTimer.sleep(for: .milliseconds(1600))

            var tracer: Subprocess?
            switch trouble {
            case .full: small.fill()
            case .quota: tracer = try await inject("write:error=EDQUOT", in: recorder, at: audio)
            case .broken: tracer = try await inject("fdatasync:error=EIO", in: recorder, at: audio)
            case .readOnly: try ext4?.becomeReadOnly()
            case .limit: try await Subprocess.run("/usr/bin/prlimit", ["--pid", "\(recorder.identifier)", "--fsize=\(size(of: audio))"]).succeeded()
            }
            let (moment, given) = (ContinuousClock.now, stage.ramp.count)
            let line = try await watch.until("\"state\":\"paused\"")
            let told = ContinuousClock.now - moment
            #expect(line.contains("\"interrupted\":true"))
            #expect(line.json("notice") == (trouble.error == "NoSpace" ? "lowDisk" : "storageFailed"))
            // Within a second, as the row shows of a machine that has nothing else to do.
            #expect(told < .seconds(4), "it took \(told)")
            try await signals.output(containing: "Recorder1.Error.\(trouble.error)'")
            let refusal = try await desk.call("Resume")
            #expect(refusal.errors.contains("Error.\(trouble.error):"), "\(refusal.errors)")
            let frames = try #require(Int(line.json("elapsed_usec"))) * 48 / 1000
            await tracer?.terminate()

            let lost = try await stage.lost(start..<given, in: audio)
            let recorded = try await SoundComparison.decode(audio).count
            // As long as is said at least: of the frames that were handed over last some may have found room.
            #expect((-1...24_000).contains(recorded - frames), "\(recorded) frames in the file, \(frames) told")
            #expect(lost <= 1000)
            #expect(try await desk.status("state") == "paused")
            let shown = Int(told / .milliseconds(1))
            print("disk: \(trouble.rawValue) | paused, interrupted; resume refused; \(recorded) frames readable | \(shown) ms | \(lost) ms | \(trouble.error)")
        }
    }

    @Test(arguments: [false, true])
    func `a file that is deleted in a take is written anew, and the take goes on to its end`(withFolders: Bool) async throws {
        try await RampStage.use { stage in
            let desk = stage.desk
            let recorder = try await desk.startRecorder()
            let watch = try await desk.changes()
            try await desk.ask("start")
            let start = stage.ramp.count
            let session = try await desk.status("session")
            let takes = desk.home.file(".local/share/tallylight/takes")
            try await LoopTimer.sleep(for: .milliseconds(1600))
            for _ in 0..<2 {
                #expect(try await desk.run("rm", "-r", withFolders ? "\(takes)/\(session)" : "\(takes)/\(session)/audio.flac.part").code == 0)
                while desk.files(".local/share/tallylight/takes/\(session)").allSatisfy({ $0 != "audio.flac.part" }) { try await LoopTimer.sleep(for: .milliseconds(50)) }
            }
            let given = stage.ramp.count
            // What is said is no speech: there is nothing to hear in it, and no text.
            #expect(try await desk.tallylight("finish", "--wait").code == 0)
            for line in await watch.lines { #expect(!line.contains("\"interrupted\":true"), "\(line)") }
            let lost = try await stage.lost(start..<given, in: try #require(desk.recordings.first))
            #expect(lost <= 200)
            #expect(desk.takes.isEmpty)
            await recorder.send(SIGTERM)
            #expect(try await recorder.finish().errors.contains("was deleted while it was being recorded, and was written anew"))
            print("disk: \(withFolders ? "folder" : "file") deleted, twice | written anew, recorded on | – | \(lost) ms | none")
        }
    }

    /// What makes a disk slow.
    enum Slowness: String, CaseIterable {
        case sync = "fdatasync takes 4 s each"
        case write = "each write takes 400 ms"

        var injection: String { self == .sync ? "fdatasync:delay_exit=4000000" : "write:delay_exit=400000" }
    }

    @Test(arguments: Slowness.allCases)
    func `a disk that takes seconds for each call costs nothing: the capture does not wait for it`(_ slowness: Slowness) async throws {
        try await RampStage.use { stage in
            let desk = stage.desk
            let recorder = try await desk.startRecorder()
            let watch = try await desk.changes()
            try await desk.ask("start")
            let start = stage.ramp.count
            let session = try await desk.status("session")
            let audio = desk.home.file(".local/share/tallylight/takes/\(session)/audio.flac.part")
            let tracer = try await inject(slowness.injection, in: recorder, at: audio)
            try await LoopTimer.sleep(for: .seconds(8))
            let backlog = try await stage.lost(start..<stage.ramp.count, in: audio)
            let moment = ContinuousClock.now
            let state = try await desk.status("state")
            let given = stage.ramp.count
            try await desk.ask("pause")
            let answered = ContinuousClock.now - moment
            #expect(state == "recording")
            #expect(answered < .seconds(2), "pausing took \(answered)")
            #expect(backlog > 2000, "the disk was not slow")
            await tracer.send(SIGTERM)
            _ = try await tracer.finish()
            for line in await watch.lines { #expect(!line.contains("\"interrupted\":true"), "\(line)") }
            let frames = try #require(Int(try await desk.status("elapsed_usec"))) * 48 / 1000
            await recorder.send(SIGTERM)
            _ = try await recorder.finish()
            let recording = try #require(desk.recordings.first)
            let lost = try await stage.lost(start..<given, in: recording)
            // What lies between microphone and recorder when the command comes; a capture that waited would have lost the backlog.
            #expect(lost <= 1000)
            #expect(abs(try await SoundComparison.decode(recording).count - frames) <= 4800)
            let shown = Int(answered / .milliseconds(1))
            print("disk: \(slowness.rawValue) | recorded on, \(backlog) ms in memory at the most; pause answered in \(shown) ms | not told | \(lost) ms | none")
        }
    }

    @Test
    func `of a disk that is nearly full a warning tells for how many minutes it has room, before it is full`() async throws {
        let disk = try await SmallDisk(size: 36 << 20)
        try await RampStage.use(extra: ["XDG_DATA_HOME": disk.path]) { stage in
            let desk = stage.desk
            _ = try await desk.startRecorder()
            let signals = try await Subprocess.start("/usr/bin/gdbus", ["monitor", "--session", "--dest", "org.tallylight.Recorder1"], environment: desk.environment)
            try await signals.output(containing: "is owned by")
            let watch = try await desk.changes()
            try await desk.ask("start")
            let moment = ContinuousClock.now
            // 37.7 MB of which nothing can be made smaller are 393 s.
            try await signals.output(containing: "'lowDisk', {'minutes_left': <uint32 6>}")
            let told = ContinuousClock.now - moment
            let line = try await watch.until("\"notice\":\"lowDisk\"")
            #expect(line.json("state") == "recording")
            #expect(try await desk.status("state") == "recording")
            print("disk: nearly full | records on, warning lowDisk with 6 minutes left | \(Int(told / .milliseconds(1))) ms | 0 ms | none")
        }
    }

    /// Has the kernel answer the recorder's calls about one file otherwise.
    private func inject(_ injection: String, in recorder: Subprocess, at path: String) async throws -> Subprocess {
        let arguments = ["-f", "-o", "/dev/null", "-P", path, "-e", "trace=write,fdatasync", "-e", "inject=\(injection)", "-p", "\(recorder.identifier)"]
        let tracer = try await Subprocess.start("/usr/bin/strace", arguments)
        try await tracer.errors(containing: "attached")
        return tracer
    }

    private func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
