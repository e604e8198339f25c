// SPDX-License-Identifier: MIT

import Glibc
import SoundFiles
import TestSupport
import Testing

@Suite("SoundFileWriter")
struct SoundFileWriterTests {
    private let folder = ScratchFolder()

    @Test(arguments: [0, 1, 4095, 4096, 4097, 100_000])
    func `a FLAC file holds exactly the frames written`(count: Int) async throws {
        let path = folder.file("take.flac")
        let written = noise(frames: count)
        let writer = try SoundFileWriter(creating: path, .flac)
        for start in stride(from: 0, to: count, by: 3000) {
            try writer.write(written[start..<min(count, start + 3000)])
        }
        #expect(try writer.close() == Int64(count))
        guard count > 0 else { return }
        #expect(try samples(of: path) == written)
        let verdict = try await Subprocess.run("/usr/bin/flac", ["--test", "--silent", path])
        #expect(verdict.code == 0, "\(verdict.errors)")
    }

    @Test
    func `what was written and synced is readable though the file was never closed`() throws {
        let path = folder.file("take.flac")
        let written = tone(hertz: 440, seconds: 1)
        let writer = try SoundFileWriter(creating: path, .flac)
        try writer.write(written)
        try writer.sync()
        let read = try samples(of: path)
        #expect(read.count >= Int(writer.safeFrames))
        #expect(read.count > written.count - 2 * 4096)
        #expect(read[...] == written[..<read.count])
        #expect(try SoundFileReader(path).countFrames() == Int64(read.count))
    }

    @Test
    func `the file is new and its owner's alone`() throws {
        let path = folder.file("take.flac")
        let writer = try SoundFileWriter(creating: path, .flac)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(throws: SoundFileError.system(path: path, code: EEXIST)) { try SoundFileWriter(creating: path, .flac) }
        writer.abandon()
        #expect(folder.names.isEmpty)
        symlink(folder.file("elsewhere"), path)
        #expect(throws: SoundFileError.system(path: path, code: EEXIST)) { try SoundFileWriter(creating: path, .flac) }
    }

    /// The writer's file is made sparse under its hands, up to 100 kB before what 32 bits count.
    @Test
    func `C101: a file that grows beyond 4 GiB while it is written takes every frame, and its header counts them all`() async throws {
        let path = folder.file("take.flac")
        let (head, tail) = (noise(frames: 48_000), noise(frames: 480_000))
        let writer = try SoundFileWriter(creating: path, .flac)
        try writer.write(head)
        let descriptor = try #require(openNumber(of: path))
        let end = lseek(descriptor, 0, SEEK_CUR)
        let limit: Int64 = 1 << 32
        #expect(lseek(descriptor, off_t(limit - 100_000), SEEK_SET) == limit - 100_000)
        for start in stride(from: 0, to: tail.count, by: 4800) {
            try writer.write(tail[start..<start + 4800])
            try writer.sync()
        }
        #expect(try writer.close() == Int64(head.count + tail.count))
        let size = try await Subprocess.run("/usr/bin/stat", ["-c", "%s", path])
        #expect(try #require(Int64(size.lines[0])) > limit)
        #expect(try await Subprocess.run("/usr/bin/soxi", ["-s", path]).output == "\(head.count + tail.count)\n")
        // Without the hole it is the file it would have been, to a reader of others.
        let joined = folder.file("joined.flac")
        let join = "{ head -c \(end) \"$1\" && tail -c +\(limit - 100_000 + 1) \"$1\"; } > \"$2\""
        #expect(try await Subprocess.run("/bin/sh", ["-c", join, "sh", path, joined]).code == 0)
        let verdict = try await Subprocess.run("/usr/bin/flac", ["--test", "--silent", joined])
        #expect(verdict.code == 0, "\(verdict.errors)")
        #expect(try samples(of: joined) == head + tail)
    }

    /// The number this process has a file open by.
    private func openNumber(of path: String) -> Int32? {
        ScratchFolder.names(in: "/proc/self/fd").compactMap { Int32($0) }.first { number in
            var (open, named) = (stat(), stat())
            return fstat(number, &open) == 0 && stat(path, &named) == 0 && open.st_ino == named.st_ino && open.st_dev == named.st_dev
        }
    }

    @Test
    func `C103: a missing folder, and a file in a folder's place, are refused with their reason`() throws {
        let missing = folder.file("none/take.flac")
        #expect(throws: SoundFileError.system(path: missing, code: ENOENT)) { try SoundFileWriter(creating: missing, .flac) }
        close(creat(folder.file("file"), 0o600))
        let misplaced = folder.file("file/take.flac")
        #expect(throws: SoundFileError.system(path: misplaced, code: ENOTDIR)) { try SoundFileWriter(creating: misplaced, .flac) }
    }

    @Test
    func `C103: a disk that is full already refuses the first frame`() async throws {
        let disk = try await SmallDisk(size: 1 << 20)
        disk.fill()
        let path = disk.file("take.flac")
        #expect(throws: SoundFileError.noSpace(path: path)) {
            let writer = try SoundFileWriter(creating: path, .flac)
            defer { writer.abandon() }
            try writer.write(tone(hertz: 440, seconds: 0.01))
        }
        #expect(ScratchFolder.names(in: disk.path) == ["filler"])
    }

    @Test
    func `a file on a disk that becomes full is closed as a whole one`() async throws {
        let disk = try await SmallDisk(size: 1 << 20)
        let path = disk.file("take.flac")
        let written = noise(frames: 1_000_000)
        let writer = try SoundFileWriter(creating: path, .flac)
        #expect(throws: SoundFileError.noSpace(path: path)) {
            for start in stride(from: 0, to: written.count, by: 12_000) {
                try writer.write(written[start..<min(written.count, start + 12_000)])
            }
        }
        let safe = writer.safeFrames
        #expect(safe > 400_000)
        #expect(throws: SoundFileError.noSpace(path: path)) { try writer.write(written[..<10]) }
        #expect(try writer.close() == safe)
        #expect(try samples(of: path) == Array(written[..<Int(safe)]))
        let verdict = try await Subprocess.run("/usr/bin/flac", ["--test", "--silent", path])
        #expect(verdict.code == 0, "\(verdict.errors)")
    }

    @Test
    func `a last block that finds the disk full is not counted`() async throws {
        let disk = try await SmallDisk(size: 1 << 20)
        let path = disk.file("take.flac")
        let written = noise(frames: 12_000)
        let writer = try SoundFileWriter(creating: path, .flac)
        try writer.write(written)
        disk.fill()
        let held = try writer.close()
        #expect(held == 8192)
        #expect(try samples(of: path) == Array(written[..<Int(held)]))
    }

    @Test(arguments: [true, false])
    func `a file that was deleted meanwhile, alone or with its folders, is written anew at the next sync`(isClosed: Bool) throws {
        let path = folder.file("takes/one/take.flac")
        for name in ["takes", "takes/one"] { #expect(mkdir(folder.file(name), 0o700) == 0) }
        let writer = try SoundFileWriter(creating: path, .flac)
        let written = noise(frames: 30_000)
        for (index, part) in [written[..<10_000], written[10_000..<20_000], written[20_000...]].enumerated() {
            try writer.write(Array(part))
            if index < 2 || isClosed {
                unlink(path)
                if index > 0 { for name in ["takes/one", "takes"] { #expect(rmdir(folder.file(name)) == 0) } }
            }
            if index < 2 { try writer.sync() }
        }
        #expect(try writer.close() == 30_000)
        #expect(writer.restorations == (isClosed ? 3 : 2))
        #expect(try samples(of: path) == written)
    }

    @Test
    func `a file that was deleted meanwhile and cannot be written anew is a named error`() throws {
        let path = folder.file("one/take.flac")
        mkdir(folder.file("one"), 0o700)
        let writer = try SoundFileWriter(creating: path, .flac)
        try writer.write(tone(hertz: 440, seconds: 0.2))
        try writer.sync()
        unlink(path)
        mkdir(path, 0o700)
        #expect(throws: SoundFileError.removed(path: path)) { try writer.sync() }
        #expect(throws: SoundFileError.removed(path: path)) { try writer.close() }
    }
}
