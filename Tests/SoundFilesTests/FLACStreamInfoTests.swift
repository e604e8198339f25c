// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import SoundFiles

@Suite("FLACStreamInfo")
struct FLACStreamInfoTests {
    private let folder = ScratchFolder()

    @Test(arguments: [0, 1, 1 << 32, (1 << 36) - 1])
    func `C101: frames beyond 32 bits are counted, and nothing beside them is touched`(frames: Int64) throws {
        let path = folder.file("take.flac")
        let writer = try SoundFileWriter(creating: path, .flac)
        try writer.write(tone(hertz: 440, seconds: 0.1))
        try writer.close()
        let descriptor = open(path, O_RDWR)
        defer { close(descriptor) }
        var info = try #require(FLACStreamInfo(descriptor))
        #expect(info.frames == 4800)
        #expect(info.blockSize == 4096)
        info.frames = frames
        #expect(info.write(to: descriptor))
        #expect(FLACStreamInfo(descriptor)?.frames == frames)
        let reader = try SoundFileReader(path)
        #expect(reader.rate == SoundFormat.rate)
        #expect(reader.channels == 1)
    }

    @Test
    func `what does not begin as FLAC has no header`() {
        let path = folder.file("text")
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        #expect(FLACStreamInfo(descriptor) == nil)
        _ = write(descriptor, [UInt8](repeating: 0x66, count: 64), 64)
        #expect(FLACStreamInfo(descriptor) == nil)
    }
}
