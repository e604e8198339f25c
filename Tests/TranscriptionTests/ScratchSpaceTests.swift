// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import Transcription

@Suite("ScratchSpace")
struct ScratchSpaceTests {
    private let folder = ScratchFolder()

    @Test
    func `what a crash left behind is removed by the next run, what is in use or new is not`() throws {
        let used = try #require(ScratchSpace(in: folder.path))
        age(used.path)
        let left = folder.file("tallylight-speech-left")
        mkdir(left, 0o700)
        write("x", to: "\(left)/audio.wav")
        age(left)
        let new = folder.file("tallylight-speech-new")
        mkdir(new, 0o700)
        mkdir(folder.file("another"), 0o700)
        age(folder.file("another"))
        let next = try #require(ScratchSpace(in: folder.path))
        #expect(Set(folder.names.map(folder.file)) == [used.path, new, folder.file("another"), next.path])
        next.remove()
        #expect(!FolderTree.names(in: folder.path).map(folder.file).contains(next.path))
    }

    @Test
    func `no folder can be made where there is none`() {
        #expect(ScratchSpace(in: "/nonexistent") == nil)
        #expect(errno == ENOENT)
    }

    private func age(_ path: String) {
        var times = [timespec(tv_sec: time(nil) - 3600, tv_nsec: 0), timespec(tv_sec: time(nil) - 3600, tv_nsec: 0)]
        utimensat(AT_FDCWD, path, &times, 0)
    }
}
