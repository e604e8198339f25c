// SPDX-License-Identifier: MIT

import Commanding
import Glibc
import Recording
import SoundFiles
import Testing

@testable import Storage

@Suite("Crashes")
struct CrashTests {
    @Test
    func `a take that was open in a crash is closed, listed, and can be finished`() async throws {
        let stage = try Stage()
        let late = try await stage.store().record("late", started: WallTime(microseconds: Stage.noon.microseconds + 1))
        let early = try await stage.store().record("early")
        let store = stage.store()
        let kept = await store.kept()
        #expect(kept.map(\.session) == [early.session, late.session])
        #expect(kept.map { contents(of: $0.audioPath) } == ["early", "late"])
        #expect(kept.allSatisfy { $0.isTorn && $0.duration == .zero })
        for take in kept {
            let mended = try #require(await store.mend(take.session))
            #expect(mended.audioPath.hasSuffix("/audio.flac") && !mended.isTorn && mended.duration == .zero)
            #expect(contents(of: mended.audioPath) == contents(of: Files.join(stage.takes, "\(take.session)/audio.flac")))
        }
        #expect(await store.takes().map(\.reason) == [.crashed, .crashed])
        #expect(try await store.finish(early.session, transcript: .sample).audioPath.hasSuffix("14.05.22.flac"))
    }

    @Test
    func `a take that was torn in a crash is mended, and its length is told and stays known`() async throws {
        let stage = try Stage()
        let take = try await stage.store().create(started: Stage.noon, locale: "en")
        try tear(4 * 4096 + 1, into: take.audioPath)
        let length = Duration.microseconds(4 * 4096 * 1_000_000 / SoundFormat.rate)
        let store = stage.store()
        // Listed at once, so that nothing waits for hours of sound to be read.
        #expect(await store.kept().map(\.isTorn) == [true])
        #expect(await store.takes().map(\.duration) == [nil])
        #expect(await store.mend(take.session)?.duration == length)
        #expect(await store.mend(take.session)?.duration == length)
        let kept = await stage.store().kept()
        #expect(kept.map(\.duration) == [length])
        #expect(kept.allSatisfy { $0.audioPath.hasSuffix("/audio.flac") && !$0.isTorn })
        // A discard and its undoing lose neither.
        let later = stage.store()
        #expect(await later.takes().map(\.reason) == [.crashed])
        try await later.discard(take.session)
        #expect(try await later.recover(take.session).duration == length)
        #expect(await later.takes().map(\.reason) == [.recovered])
    }

    @Test
    func `the mending of a take ends when nobody waits for it, and what it found is as it was`() async throws {
        let stage = try Stage()
        let take = try await stage.store().create(started: Stage.noon, locale: "en")
        try tear(4 * 4096 + 1, into: take.audioPath)
        let before = contents(of: take.audioPath)
        let store = stage.store()
        let mending = Task {
            while !Task.isCancelled { await Task.yield() }
            return await store.mend(take.session)
        }
        mending.cancel()
        #expect(await mending.value?.isTorn == true)
        #expect(contents(of: take.audioPath) == before)
        #expect(await store.mend(take.session)?.isTorn == false)
    }

    /// Leaves a file as a writer does that is killed after so many frames.
    private func tear(_ frames: Int, into path: String) throws {
        let writer = try SoundFileWriter(creating: "\(path).open", .flac)
        try [Int16](repeating: 100, count: frames).withUnsafeBufferPointer { (buffer) throws(SoundFileError) in try writer.write(buffer) }
        try Files.copy(writer.path, to: path)
        writer.abandon()
    }

    @Test
    func `the take that is being captured is not a kept one`() async throws {
        let stage = try Stage()
        let store = stage.store()
        let take = try await store.record()
        #expect(await store.kept().isEmpty)
        #expect(Files.isTaken(take.audioPath))
    }

    @Test
    func `a take without sound goes, and what is not a take stays`() async throws {
        let stage = try Stage()
        let empty = try await stage.store().create(started: Stage.noon, locale: "en")
        let zero = try await stage.store().record("")
        // Killed before the first frame was whole: a header, and what came after it.
        let header = try await stage.store().create(started: Stage.noon, locale: "en")
        try tear(100, into: header.audioPath)
        let mark = try await stage.store().record("fLaC")
        try write("half", to: Files.join(stage.takes, "\(zero.session)/transcript.txt.tmp"))
        try write("mine", to: Files.join(stage.takes, "notes/audio.flac"))
        #expect(Files.size(of: header.audioPath) ?? 0 > 42)
        #expect(await stage.store().kept().isEmpty)
        #expect(try tree(stage.takes) == ["notes/audio.flac"])
        #expect(Set([empty.session, zero.session, header.session, mark.session]).count == 4)
    }

    @Test(
        arguments: ["file", "folder", "link", "link like a take", "take of another user", "take without sound but with a file of the user", "take without sound but with a text"])
    func `what is not the store's is left alone`(kind: String) async throws {
        let stage = try Stage()
        let take = try await stage.store().record("sound")
        let session = SessionID.make(at: Stage.noon)
        let path = Files.join(stage.takes, session.rawValue)
        switch kind {
        case "file": try write("mine", to: Files.join(stage.takes, "audio.flac.part"))
        case "folder": try write("mine", to: Files.join(stage.takes, "20261130/audio.flac"))
        case "link": symlink("/etc", Files.join(stage.takes, "elsewhere"))
        case "link like a take":
            try write("mine", to: stage.folder["mine/audio.flac"])
            symlink(stage.folder["mine"], path)
        case "take of another user":
            try write("", to: Files.join(path, "audio.flac"))
            #expect(chown(path, 65534, 65534) == 0)
        case "take without sound but with a file of the user": try write("mine", to: Files.join(path, "notes.txt"))
        default: try write("words", to: Files.join(path, "transcript.txt"))
        }
        let before = try tree(stage.folder.path)
        let store = stage.store()
        #expect(await store.kept().map(\.session) == [take.session])
        #expect(await store.takes().map(\.session) == [take.session])
        #expect(try tree(stage.folder.path) == before)
        #expect(await store.mend(session)?.session == nil)
    }

    /// A folder that nobody may look into: only who is not root is kept out, so the store is another user's in here.
    @Test
    func `a take that cannot be looked into is left alone`() async throws {
        let stage = try Stage()
        let session = try await stage.store().recordWhole("sound")
        let path = Files.join(stage.takes, session.rawValue)
        await #expect(processExitsWith: .success) { [path = stage.folder.path as String, folder = path as String] in
            // The store's user owns all of it, and may not look into the take.
            for name in try tree(path) + ["home"] { _ = lchown(Files.join(path, name), 65534, 65534) }
            for name in ["home", "home/.local", "home/.local/share", "home/.local/share/tallylight", "home/.local/share/tallylight/takes"] { _ = lchown(Files.join(path, name), 65534, 65534) }
            #expect(chown(path, 65534, 65534) == 0 && chown(folder, 65534, 65534) == 0 && chmod(folder, 0) == 0)
            #expect(setgid(65534) == 0 && setuid(65534) == 0)
            let store = try Stage(TemporaryFolder(borrowed: path)).store()
            #expect(await store.kept().isEmpty)
            #expect(await store.takes().isEmpty)
        }
        #expect(contents(of: Files.join(path, "audio.flac")) == "sound")
    }

    @Test(arguments: [nil, "", "garbage\u{0}", "started = x\nname = ../../pwn\nlocale = ?\nduration = -5\n", "name = 2026-11-30\n"] as [String?])
    func `a take that lost what was known of it is kept all the same`(metadata: String?) async throws {
        let stage = try Stage()
        let session = try await stage.store().recordWhole("sound")
        let file = Files.join(stage.takes, "\(session)/take")
        try Files.remove(file)
        if let metadata { try write(metadata, to: file) }
        let store = stage.store()
        let kept = await store.kept()
        #expect(kept.map(\.session) == [session])
        #expect(kept.map(\.locale) == ["en"])
        #expect(kept.map(\.duration) == [.zero])
        let result = try await store.finish(session, transcript: .silent)
        #expect(Files.parent(of: result.audioPath) == stage.documents)
        #expect(contents(of: result.audioPath) == "sound")
    }

    @Test
    func `a finished take whose folder a crash left is not finished twice`() async throws {
        let stage = try Stage()
        let session = try await stage.store().recordWhole("sound")
        let folder = TakeFolder(session, in: stage.takes)
        let result = try await stage.store().finish(session, transcript: .sample)
        try write("sound", to: folder.audio)
        try write("text", to: folder.text)
        try write("half", to: "\(folder.text).tmp")
        try write("half", to: stage.folder["home/.local/state/tallylight/finished/\(session).tmp"])
        let restarted = stage.store()
        #expect(await restarted.kept().isEmpty)
        #expect(try tree(stage.takes).isEmpty)
        #expect(try tree(stage.directories.stateFolder) == ["finished/\(session)"])
        #expect(contents(of: result.audioPath) == "sound")
        // Had the user thrown the audio away meanwhile, the folder's would be the last there is.
        try Files.remove(result.audioPath)
        try write("sound", to: folder.audio)
        #expect(await stage.store().kept().map(\.session) == [session])
    }

    /// The child makes take after take and is killed in the middle of it; what it had closed by then must be somewhere, whole.
    @Test(arguments: [false, true], 0..<4)
    func `a kill at any moment loses no take`(otherDisk: Bool, _: Int) async throws {
        let other = TemporaryFolder(in: "/dev/shm")
        let stage = try Stage(documents: otherDisk ? other.path : nil)
        let path = stage.folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let stage = try Stage(TemporaryFolder(borrowed: path))
            let store = stage.store()
            for number in 0... {
                let session = try await store.recordWhole("sound of \(number)")
                try write("", to: stage.folder["closed/\(session)"])
                if number == 1 {
                    // From here on it may happen at any moment; a thread, for nothing the store awaits may hold it up.
                    var thread = pthread_t()
                    pthread_create(
                        &thread, nil,
                        { argument in
                            usleep(UInt32(UInt(bitPattern: argument)))
                            kill(getpid(), SIGKILL)
                            return nil
                        }, UnsafeMutableRawPointer(bitPattern: UInt.random(in: 1...30_000)))
                }
                _ = try await store.finish(session, transcript: Transcript(text: "text of \(number)", engine: "e", model: "m", language: "en"))
            }
        }
        let closed = Set(try Files.names(in: stage.folder["closed"]))
        #expect(closed.count >= 2)
        let restarted = stage.store()
        let kept = await restarted.kept()
        let documents = try tree(stage.documents)
        let keptSounds = Set(kept.compactMap { contents(of: $0.audioPath) })
        var savedSounds: Set<String> = []
        for name in documents where name.hasSuffix(".flac") {
            let sound = try #require(contents(of: Files.join(stage.documents, name)))
            let text = contents(of: Files.join(stage.documents, "\(name.dropLast(5)).txt"))
            // In the moment between the two names the take is still in its folder.
            #expect(text == "\(sound.replacing("sound", with: "text"))\n" || (text == nil && keptSounds.contains(sound)))
            savedSounds.insert(sound)
        }
        // The last may be one whose closing was done, and not yet written down.
        #expect(closed.count...closed.count + 1 ~= keptSounds.union(savedSounds).count)
        #expect(documents.allSatisfy { !$0.hasPrefix(".") })
    }
}
