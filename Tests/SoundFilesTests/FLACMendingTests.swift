// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import SoundFiles

@Suite("Mending FLAC")
struct FLACMendingTests {
    private let folder = ScratchFolder()
    private var path: String { folder.file("take.flac") }

    /// A file as a killed recorder leaves it: whole blocks, and no total in the header.
    private func makeOpen(frames: Int = 48_000) throws -> [Int16] {
        let sound = noise(frames: frames)
        let writer = try SoundFileWriter(creating: folder.file("open.flac"), .flac)
        try writer.write(sound)
        write(bytes(of: folder.file("open.flac")))
        writer.abandon()
        return Array(sound[..<((frames - 1) / 4096 * 4096)])
    }

    private func bytes(of path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: size(of: path))
        #expect(read(descriptor, &bytes, bytes.count) == bytes.count)
        return bytes
    }

    private func write(_ bytes: [UInt8]) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    private func total() -> Int64? {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        return FLACStreamInfo(descriptor)?.frames
    }

    /// Where a frame begins, and its header.
    private func frame(_ number: Int64, in bytes: [UInt8]) -> (Int, FLACFrameHeader)? {
        bytes.withUnsafeBytes { bytes in
            for index in bytes.indices.dropLast() where bytes[index] == 0xFF {
                if let header = FLACFrameHeader(bytes[index...]), header.number == number { return (index, header) }
            }
            return nil
        }
    }

    /// Expects `sound` in a file no decoder complains of.
    private func expectWhole(_ sound: [Int16], _ duration: Duration?) async throws {
        #expect(duration == .microseconds(sound.count * 1_000_000 / 48_000))
        #expect(total() == Int64(sound.count))
        #expect(try samples(of: path) == sound)
        let check = try await Subprocess.run("/usr/bin/flac", ["--test", "--silent", path])
        #expect(check.code == 0 && !check.errors.contains("ERROR"), "\(check.errors)")
        #expect(try await Subprocess.run("/usr/bin/soxi", ["-s", path]).output == "\(sound.count)\n")
    }

    @Test(arguments: [0, 1, 777, 5001])
    func `C101: what a kill or a power cut tore is whole up to the last whole block`(torn: Int) async throws {
        let sound = try makeOpen()
        let whole = bytes(of: path)
        write(Array(whole.dropLast(torn)))
        let blocks = torn == 0 ? 11 : 10
        let duration = try FLACMending.mend(path)
        try await expectWhole(Array(sound[..<(blocks * 4096)]), duration)
        #expect(torn != 0 || size(of: path) == whole.count)
    }

    @Test(arguments: [0, 777])
    func `zeros a file system appended are dropped`(torn: Int) async throws {
        let sound = try makeOpen()
        write(bytes(of: path).dropLast(torn) + [UInt8](repeating: 0, count: 8192))
        let duration = try FLACMending.mend(path)
        try await expectWhole(Array(sound[..<((torn == 0 ? 11 : 10) * 4096)]), duration)
    }

    @Test
    func `a checksum that comes out by chance in the last block ends nothing`() async throws {
        // Of so many last blocks of noise some have such a place; each must be found whole.
        for blocks in 1...40 {
            let sound = try makeOpen(frames: blocks * 4096 + 1)
            #expect(try FLACMending.mend(path) == .microseconds(sound.count * 1_000_000 / 48_000))
        }
    }

    @Test(arguments: [48_000, 4096, 1])
    func `a file that was closed is not touched`(frames: Int) async throws {
        let writer = try SoundFileWriter(creating: path, .flac)
        let sound = noise(frames: frames)
        try writer.write(sound)
        try writer.close()
        let before = bytes(of: path)
        let duration = try FLACMending.mend(path)
        try await expectWhole(sound, duration)
        #expect(bytes(of: path) == before)
    }

    @Test
    func `without a whole block, or without FLAC, the file stays as it is`() throws {
        _ = try makeOpen()
        let whole = bytes(of: path)
        let header = try #require(whole.indices.dropLast().first { whole[$0] == 0xFF && whole[$0 + 1] == 0xF8 })
        for contents in [[], Array(whole[..<20]), Array(whole[..<42]), Array(whole[..<header]), Array(whole[..<(header + 3000)]), Array("fLaC".utf8), [UInt8](repeating: 0x66, count: 9000)] {
            write(contents)
            #expect(try FLACMending.mend(path) == nil)
            #expect(bytes(of: path) == contents)
        }
    }

    @Test
    func `a hole in the middle costs nothing of what comes behind it`() throws {
        _ = try makeOpen()
        var holed = bytes(of: path)
        let middle = holed.count / 2
        holed.replaceSubrange(middle..<(middle + 4096), with: [UInt8](repeating: 0, count: 4096))
        write(holed)
        #expect(try FLACMending.mend(path) == nil)
        #expect(bytes(of: path) == holed)
    }

    @Test
    func `what was mended once is whole for the second time too, whatever the decoder makes of its last block`() throws {
        let sound = try makeOpen()
        var contents = bytes(of: path)
        // The tenth of eleven is damaged, with a checksum that is right, and what is behind it is torn.
        let (start, header) = try #require(frame(9, in: contents))
        let (end, _) = try #require(frame(10, in: contents))
        contents[start + header.size] = 0b0000_0100
        let sum = contents[start..<(end - 2)].reduce(UInt16(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x8005 }
        }
        contents.replaceSubrange((end - 2)..<end, with: [UInt8(sum >> 8), UInt8(sum & 0xFF)])
        write(contents.dropLast(777))
        let first = try FLACMending.mend(path)
        #expect(first == .microseconds((sound.count - 4096) * 1_000_000 / 48_000))
        let mended = bytes(of: path)
        #expect(mended.count == end)
        #expect(try FLACMending.mend(path) == first)
        #expect(bytes(of: path) == mended)
    }

    @Test
    func `a link in its place is refused`() throws {
        _ = try makeOpen()
        let link = folder.file("link.flac")
        symlink(path, link)
        #expect(throws: SoundFileError.system(path: link, code: ELOOP)) { try FLACMending.mend(link) }
    }
}
