// SPDX-License-Identifier: MIT

import Glibc
import SoundFiles
import TestSupport
import Testing

@Suite("SoundFileReader")
struct SoundFileReaderTests {
    private let folder = ScratchFolder()

    private func write(_ samples: [Int16], to path: String) throws {
        let writer = try SoundFileWriter(creating: path, .flac)
        try writer.write(samples)
        try writer.close()
    }

    @Test(arguments: [1, 777, 5001])
    func `a torn tail costs no more than the last block`(cut: Int) throws {
        let path = folder.file("take.flac")
        let written = noise(frames: 48_000)
        try write(written, to: path)
        #expect(truncate(path, off_t(size(of: path) - cut)) == 0)
        let read = try samples(of: path)
        #expect(read.count >= written.count - 2 * 4096)
        #expect(read[...] == written[..<read.count])
    }

    @Test
    func `what is no sound is refused with a reason`() throws {
        let path = folder.file("text")
        let descriptor = creat(path, 0o600)
        _ = Glibc.write(descriptor, "no sound at all\n", 16)
        close(descriptor)
        let error = #expect(throws: SoundFileError.self) { try SoundFileReader(path) }
        guard case .unreadable(path, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test
    func `a pipe in a file's place does not hold us up`() throws {
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: SoundFileError.unreadable(path: path, reason: "it is not an ordinary file.")) { try SoundFileReader(path) }
        #expect(throws: SoundFileError.system(path: folder.file("none"), code: ENOENT)) { try SoundFileReader(folder.file("none")) }
    }
}
