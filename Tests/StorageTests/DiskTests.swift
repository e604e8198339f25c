// SPDX-License-Identifier: MIT

import Commanding
import Glibc
import Recording
import Testing

@testable import Storage

/// Disks that are full, read-only, or not there: each test has a file system of its own.
@Suite("Bad disks")
struct DiskTests {
    @Test
    func `C103: on a full disk a take is refused, and nothing is left`() async throws {
        let disk = try Disk("size=1m")
        try disk.fill()
        let stage = try Stage(data: "\(disk.path)/data")
        let store = stage.store()
        let error = await #expect(throws: RecordingError.self) { _ = try await store.create(started: Stage.noon, locale: "en") }
        #expect(error?.name == .noSpace)
        #expect(error?.message.contains("\(disk.path)/data/tallylight/takes") == true)
        #expect(try tree("\(disk.path)/data").filter { !$0.hasSuffix("/") }.isEmpty)
    }

    @Test
    func `C103: a disk that promises space and does not give it is found out before the microphone is opened`() async throws {
        // Room for the folders, but not for one file more.
        let disk = try Disk("size=64m,nr_inodes=5")
        let stage = try Stage(data: "\(disk.path)/data")
        let store = stage.store()
        let error = await #expect(throws: RecordingError.self) { _ = try await store.create(started: Stage.noon, locale: "en") }
        #expect(error?.name == .noSpace)
        #expect(try tree("\(disk.path)/data") == ["tallylight/takes/"])
    }

    @Test
    func `C103: a read-only disk is named, and the take refused`() async throws {
        let disk = try Disk("size=64m")
        let stage = try Stage(data: "\(disk.path)/data")
        try disk.remount("ro")
        let store = stage.store()
        for _ in 1...2 {
            let error = await #expect(throws: RecordingError.self) { _ = try await store.create(started: Stage.noon, locale: "en") }
            #expect(error?.name == .storageFailed)
            #expect(error?.message.contains("read-only") == true)
            #expect(error?.message.contains(disk.path) == true)
            try disk.remount("rw")
            try Files.makeFolder(stage.takes)
            try disk.remount("ro")
        }
        #expect(try tree(stage.takes).isEmpty)
    }

    @Test(arguments: ["home/.local", "home/.local/share", "home/.local/share/tallylight", "home/.local/share/tallylight/takes"], ["file", "dangling link", "pipe"])
    func `C103: what is no folder is named, and the take refused`(name: String, kind: String) async throws {
        let stage = try Stage()
        let path = stage.folder[name]
        try Files.makeFolder(Files.parent(of: path))
        switch kind {
        case "file": try write("mine", to: path)
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        default: #expect(symlink(stage.folder["nowhere"], path) == 0)
        }
        let before = try tree(stage.folder.path)
        let store = stage.store()
        let error = await #expect(throws: RecordingError.self) { _ = try await store.create(started: Stage.noon, locale: "en") }
        #expect(error?.name == .storageFailed)
        #expect(error?.message.contains(path) == true)
        #expect(try tree(stage.folder.path) == before)
    }

    @Test
    func `C103: a missing folder is made, and a link to a folder is followed`() async throws {
        let stage = try Stage()
        try Files.makeFolder(stage.folder["elsewhere"])
        #expect(symlink(stage.folder["elsewhere"], stage.folder["home/.local"]) == 0)
        let store = stage.store()
        let session = try await store.recordWhole()
        #expect(contents(of: stage.folder["elsewhere/share/tallylight/takes/\(session)/audio.flac"]) == "sound")
    }

    @Test(arguments: [true, false])
    func `C107: documents on a full disk keep nothing half, the take stays, and later it succeeds`(sameDisk: Bool) async throws {
        let disk = try Disk("size=20m")
        let stage = try Stage(data: sameDisk ? "\(disk.path)/data" : nil, documents: "\(disk.path)/docs")
        let store = stage.store()
        let sound = String(repeating: "0123456789abcdef", count: 10_000)
        let session = try await store.recordWhole(sound)
        try disk.fill()
        let error = await #expect(throws: RecordingError.self) { try await store.finish(session, transcript: .sample) }
        #expect(error?.name == .noSpace)
        #expect(error?.message.contains(stage.takes) == true)
        #expect(try tree(stage.documents).isEmpty)
        #expect(try tree(stage.takes).allSatisfy { !$0.hasSuffix(".tmp") })
        #expect(await stage.store().kept().map(\.session) == [session])
        try disk.drain()
        let result = try await store.finish(session, transcript: .sample)
        #expect(contents(of: result.audioPath) == sound)
        #expect(try tree(stage.takes).isEmpty)
    }

    /// A tmpfs counts each name: its root, our folder, two hidden names, two final ones.
    @Test(arguments: 1...5)
    func `C107: wherever the disk gives out on the way to the documents, no name is left there`(names: Int) async throws {
        let disk = try Disk("size=20m,nr_inodes=\(names)")
        let stage = try Stage(documents: disk.path)
        let store = stage.store()
        let session = try await store.recordWhole("sound")
        let error = await #expect(throws: RecordingError.self) { try await store.finish(session, transcript: .sample) }
        #expect(error?.name == .noSpace)
        #expect(try tree(disk.path) == (names == 1 ? [] : ["Tallylight/"]))
        #expect(await store.kept().map { contents(of: $0.audioPath) } == ["sound"])
        try disk.remount("nr_inodes=6")
        _ = try await store.finish(session, transcript: .sample)
        #expect(try tree(stage.documents).count == 2)
    }

    @Test
    func `C107: read-only documents leave the take where it is`() async throws {
        let disk = try Disk("size=20m")
        let stage = try Stage(documents: disk.path)
        let store = stage.store()
        let session = try await store.recordWhole("sound")
        try disk.remount("ro")
        let error = await #expect(throws: RecordingError.self) { try await store.finish(session, transcript: .sample) }
        #expect(error?.name == .storageFailed)
        #expect(await store.kept().map { contents(of: $0.audioPath) } == ["sound"])
        #expect(try tree(disk.path).isEmpty)
    }

    @Test
    func `C107: on a full disk the old title stays, the audio is closed, and a take can be discarded and brought back`() async throws {
        let disk = try Disk("size=20m")
        let stage = try Stage(data: "\(disk.path)/data")
        let store = stage.store()
        let take = try await store.record("sound")
        try await store.setTitle("Old", of: take.session)
        try disk.fill()
        let error = await #expect(throws: RecordingError.self) { try await store.setTitle(String(repeating: "New", count: 5000), of: take.session) }
        #expect(error?.name == .noSpace)
        let audio = try await store.close(take.session, duration: .seconds(3))
        #expect(contents(of: audio) == "sound")
        #expect(try tree(stage.takes) == ["audio.flac", "take"].map { "\(take.session)/\($0)" })
        #expect(await store.kept().map(\.title) == ["Old"])
        try await store.discard(take.session)
        #expect(try await store.recover(.none).title == "Old")
    }

    @Test
    func `C107: a full disk for the state spoils neither the take nor what was remembered before`() async throws {
        let disk = try Disk("size=64m")
        let stage = try Stage()
        try Files.makeFolder(stage.folder["home/.local"])
        #expect(symlink(disk.path, stage.folder["home/.local/state"]) == 0)
        let store = stage.store()
        let first = try await store.recordWhole()
        _ = try await store.finish(first, transcript: .sample)
        let remembered = try tree(stage.directories.stateFolder)
        try disk.fill()
        let second = try await store.recordWhole()
        let result = try await store.finish(second, transcript: .sample)
        #expect(Files.isTaken(result.audioPath))
        #expect(try await store.transcript(of: second) == Transcript.sample.of(second))
        #expect(try await stage.store().transcript(of: first) == Transcript.sample.of(first))
        #expect(try tree(stage.directories.stateFolder) == remembered)
        #expect(try tree(stage.takes).isEmpty)
    }
}
