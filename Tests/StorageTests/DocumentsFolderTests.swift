// SPDX-License-Identifier: MIT

import Commanding
import Glibc
import Recording
import Testing

@testable import Storage

@Suite("DocumentsFolder")
struct DocumentsFolderTests {
    @Test
    func `C109: twenty takes of one second are twenty pairs of files`() async throws {
        let stage = try Stage(TemporaryFolder(in: "/dev/shm"))
        let store = stage.store()
        var results: [StoredResult] = []
        for number in 1...20 {
            let session = try await store.recordWhole("sound \(number)")
            results.append(try await store.finish(session, transcript: Transcript(text: "text \(number)", engine: "e", model: "m", language: "en")))
        }
        #expect(Set(results.flatMap { [$0.audioPath, $0.transcriptPath] }).count == 40)
        #expect(try tree(stage.documents).count == 40)
        #expect(results[0].audioPath.hasSuffix("/2026-11-30 14.05.22.flac"))
        #expect(results[1].audioPath.hasSuffix("/2026-11-30 14.05.22 (2).flac"))
        for (index, result) in results.enumerated() {
            #expect(contents(of: result.audioPath) == "sound \(index + 1)")
            #expect(contents(of: result.transcriptPath) == "text \(index + 1)\n")
            #expect(result.audioPath.dropLast(5) == result.transcriptPath.dropLast(4))
        }
    }

    @Test(arguments: ["flac", "txt"], ["file", "folder", "dangling link", "link to a file", "pipe"])
    func `C109: what has the next name is neither overwritten nor followed`(suffix: String, kind: String) async throws {
        let stage = try Stage()
        let taken = Files.join(stage.documents, "2026-11-30 14.05.22.\(suffix)")
        let target = stage.folder["target"]
        switch kind {
        case "file": try write("mine", to: taken)
        case "folder": try Files.makeFolder(taken)
        default:
            try Files.makeFolder(stage.documents)
            if kind == "link to a file" { try write("mine", to: target) }
            #expect(kind == "pipe" ? mkfifo(taken, 0o600) == 0 : symlink(target, taken) == 0)
        }
        let before = Files.status(of: taken, followingLinks: false)?.st_ino
        let store = stage.store()
        let session = try await store.recordWhole("sound")
        let result = try await store.finish(session, transcript: .sample)
        #expect(result.audioPath.hasSuffix("/2026-11-30 14.05.22 (2).flac"))
        #expect(result.transcriptPath.hasSuffix("/2026-11-30 14.05.22 (2).txt"))
        #expect(Files.status(of: taken, followingLinks: false)?.st_ino == before)
        if kind == "file" { #expect(contents(of: taken) == "mine") }
        #expect(contents(of: target) == (kind == "link to a file" ? "mine" : nil))
    }

    @Test
    func `audio without text does not take a name beside another take's text`() async throws {
        let stage = try Stage()
        try write("other", to: Files.join(stage.documents, "2026-11-30 14.05.22.txt"))
        let store = stage.store()
        let session = try await store.recordWhole()
        #expect(try await store.finish(session, transcript: .silent).audioPath.hasSuffix(" (2).flac"))
    }

    @Test
    func `C111: the name is the local time of the start, whatever the zone is at the end`() async throws {
        let stage = try Stage()
        let session = try await stage.store(secondsFromUTC: 14 * 3600).recordWhole()
        let result = try await stage.store(secondsFromUTC: -8 * 3600).finish(session, transcript: .silent)
        #expect(result.audioPath.hasSuffix("/2026-12-01 04.05.22.flac"))
    }

    @Test
    func `takes go to documents on another file system whole, and their folder goes after`() async throws {
        let other = TemporaryFolder(in: "/dev/shm")
        let stage = try Stage(documents: other.path)
        try #require(Files.status(of: other.path)?.st_dev != Files.status(of: stage.folder.path)?.st_dev, "/tmp and /dev/shm are one file system here")
        let sound = String(repeating: "0123456789abcdef", count: 200_000)
        let store = stage.store()
        for suffix in ["", " (2)"] {
            let session = try await store.recordWhole(sound)
            let result = try await store.finish(session, transcript: .sample)
            #expect(result.audioPath == other["Tallylight/2026-11-30 14.05.22\(suffix).flac"])
            #expect(contents(of: result.audioPath) == sound)
            #expect(contents(of: result.transcriptPath) == "Grüß Gott.\nWie geht’s?\n")
            #expect(Files.status(of: result.audioPath).map { $0.st_mode & 0o7777 } == 0o600)
        }
        #expect(try tree(stage.takes).isEmpty)
        #expect(try tree(other.path).count == 4)
    }

    @Test
    func `a take that was saved stays kept, and its text comes to stand beside its audio`() async throws {
        let stage = try Stage()
        let session = try await stage.store().recordWhole("sound")
        let saved = try await stage.store().save(session)
        #expect(try tree(stage.documents) == ["2026-11-30 14.05.22.flac"])
        let store = stage.store()
        #expect(await store.kept().map(\.session) == [session])
        #expect(try await store.save(session) == saved)
        try await store.setTitle("Mine", of: session)
        let result = try await store.finish(session, transcript: .sample)
        #expect(result.audioPath == saved)
        #expect(try tree(stage.documents) == ["2026-11-30 14.05.22.flac", "2026-11-30 14.05.22.txt"])
        #expect(contents(of: saved) == "sound")
        #expect(try tree(stage.takes).isEmpty)
        #expect(try await stage.store().transcript(of: session).title == "Mine")
    }

    @Test(arguments: [Transcript.silent, .sample])
    func `a saved take whose audio the user took elsewhere comes again`(transcript: Transcript) async throws {
        let stage = try Stage()
        let store = stage.store()
        let session = try await store.recordWhole("sound")
        let saved = try await store.save(session)
        let elsewhere = Files.join(stage.documents, "Interview.flac")
        try Files.move(saved, to: elsewhere)
        try write("other", to: Files.join(stage.documents, "2026-11-30 14.05.22.txt"))
        let result = try await store.finish(session, transcript: transcript)
        #expect(result.audioPath.hasSuffix("/2026-11-30 14.05.22 (2).flac"))
        #expect(contents(of: result.audioPath) == "sound")
        #expect(contents(of: elsewhere) == "sound")
    }

    @Test
    func `discarding a saved take takes its audio out of the documents, and it can come back`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let session = try await store.recordWhole("sound")
        _ = try await store.save(session)
        try await store.discard(session)
        #expect(try tree(stage.documents).isEmpty)
        #expect(contents(of: try await store.recover(session).audioPath) == "sound")
        #expect(try await store.finish(session, transcript: .silent).audioPath.hasSuffix("/2026-11-30 14.05.22.flac"))
    }

    @Test
    func `C101: sizes beyond 32 bits are sizes like any other`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let take = try await store.record("fLaC")
        let size: Int64 = 4300 << 20
        #expect(truncate(take.audioPath, off_t(size)) == 0)
        _ = try await store.close(take.session, duration: .seconds(90_000))
        #expect(await store.kept().isEmpty == false)
        let result = try await store.finish(take.session, transcript: .sample)
        #expect(Files.size(of: result.audioPath) == size)
    }

    @Test
    func `C107: what a crash left half copied in the documents goes with the next try`() async throws {
        let stage = try Stage()
        let session = try await stage.store().recordWhole()
        let half = Files.join(stage.documents, ".\(session).flac")
        let foreign = Files.join(stage.documents, ".20261130_140522_0123456789abcdef.flac")
        try write("half", to: half)
        try write("not ours to judge", to: foreign)
        let restarted = stage.store()
        #expect(await restarted.kept().map(\.session) == [session])
        #expect(try tree(stage.documents) == [".20261130_140522_0123456789abcdef.flac"])
        try write("half", to: half)
        _ = try await restarted.finish(session, transcript: .silent)
        #expect(try tree(stage.documents).count == 2)
    }
}
