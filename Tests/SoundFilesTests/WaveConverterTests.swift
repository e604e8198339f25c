// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import SoundFiles

@Suite("WaveConverter")
struct WaveConverterTests {
    private let folder = ScratchFolder()

    /// The frequency of a tone, by its zero crossings.
    private func hertz(_ samples: [Int16], rate: Double) -> Double {
        let rising = zip(samples, samples.dropFirst()).reduce(into: 0) { if $1.0 < 0, $1.1 >= 0 { $0 += 1 } }
        return Double(rising) * rate / Double(samples.count)
    }

    private func flac(_ written: [Int16], rate: Int = SoundFormat.rate) throws -> String {
        let path = folder.file("in-\(rate).flac")
        let writer = try SoundFileWriter(creating: path, .flac, rate: rate)
        try writer.write(written)
        try writer.close()
        return path
    }

    @Test(arguments: [8000, 16_000, 22_050, 44_100, 48_000])
    func `a tone of any rate is the same tone at 16 kHz`(rate: Int) throws {
        let input = try flac(tone(hertz: 440, seconds: 1.5, rate: rate), rate: rate)
        let output = folder.file("out.wav")
        let frames = try #require(try WaveConverter(input).writePiece(to: output))
        #expect(abs(frames - 24_000) <= 1)
        let reader = try SoundFileReader(output)
        #expect(reader.rate == 16_000)
        #expect(reader.channels == 1)
        let read = try samples(of: output)
        #expect(read.count == Int(frames))
        #expect(size(of: output) == 44 + 2 * read.count)
        #expect(abs(hertz(read, rate: 16_000) - 440) < 1)
        #expect(abs(Int(read.max() ?? 0) - 16_000) < 200)
    }

    @Test
    func `channels are mixed down, whatever the kind of file`() async throws {
        let input = folder.file("stereo.ogg")
        let made = try await Subprocess.run("/usr/bin/sox", ["-n", "-r", "44100", "-c", "2", input, "synth", "1", "sine", "1000", "sine", "1000", "gain", "-6"])
        #expect(made.code == 0, "\(made.errors)")
        let output = folder.file("out.wav")
        #expect(try WaveConverter(input).writePiece(to: output) != nil)
        let read = try samples(of: output)
        #expect(abs(read.count - 16_000) <= 1)
        #expect(abs(hertz(read, rate: 16_000) - 1000) < 2)
    }

    @Test
    func `a file that was never closed is converted to its last block`() throws {
        let path = folder.file("take.flac")
        let writer = try SoundFileWriter(creating: path, .flac)
        try writer.write(tone(hertz: 440, seconds: 1))
        try writer.sync()
        let frames = try #require(try WaveConverter(path).writePiece(to: folder.file("out.wav")))
        #expect(frames > 13_000)
        #expect(frames <= 16_000)
    }

    @Test
    func `a sound as loud as can be does not wrap around`() throws {
        let square = (0..<48_000).map { $0 / 50 % 2 == 0 ? Int16.max : Int16.min }
        let output = folder.file("out.wav")
        #expect(try WaveConverter(flac(square)).writePiece(to: output) == 16_000)
        let read = try samples(of: output)
        // The filter overshoots at each edge: held to full scale it stays on its side.
        let wrapped = zip(read, read.dropFirst()).filter { abs(Int($0) - Int($1)) > 65_000 }
        #expect(wrapped.isEmpty)
    }

    @Test
    func `cancelling ends it between two chunks and leaves nothing behind`() throws {
        let input = try flac(tone(hertz: 440, seconds: 1))
        var asked = 0
        #expect(throws: SoundFileError.cancelled) {
            try WaveConverter(input).writePiece(
                to: folder.file("out.wav"),
                isCancelled: {
                    asked += 1
                    return asked == 3
                })
        }
        #expect(asked == 3)
        #expect(folder.names == ["in-48000.flac"])
    }

    @Test
    func `a full disk is a named error and leaves nothing behind`() async throws {
        let disk = try await SmallDisk(size: 1 << 20)
        disk.fill(leaving: 8192)
        let input = try flac(tone(hertz: 440, seconds: 2))
        let output = disk.file("out.wav")
        #expect(throws: SoundFileError.noSpace(path: output)) { try WaveConverter(input).writePiece(to: output) }
        #expect(ScratchFolder.names(in: disk.path) == ["filler"])
    }

    @Test
    func `C101: what does not fit into a WAV file is refused before the header could wrap`() throws {
        #expect(SoundFileKind.wave.frameLimit < Int64(UInt32.max) / 2)
        #expect("\(SoundFileError.tooLong(path: "out.wav"))".contains("37 hours"))
    }

    @Test
    func `a tail of silence is put behind the sound`() throws {
        let output = folder.file("tail.wav")
        let sound = try WaveConverter(flac(SoundComparison.tone(seconds: 0.5))).writePiece(to: output, tail: { $0 == 8000 ? 300 : 0 })
        #expect(sound == 8000)
        let reader = try SoundFileReader(output)
        var samples = [Int16](repeating: 1, count: 9000)
        #expect(samples.withUnsafeMutableBufferPointer { reader.read(into: $0) } == 8300)
        #expect(samples[8000..<8300].allSatisfy { $0 == 0 })
    }

    @Test
    func `pieces end in the quietest half second of what is searched, the last of equals, and together are the whole`() throws {
        let loud = tone(hertz: 440, seconds: 3)
        let faint = loud[..<24_000].map { $0 / 100 }
        let whole = loud + faint + loud + [Int16](repeating: 0, count: 48_000) + loud
        let converter = try WaveConverter(flac(whole))
        let length = PieceLength(certain: 40_000, searched: 30_000)
        var pieces: [[Int16]] = []
        while let frames = try converter.writePiece(to: folder.file("\(pieces.count).wav"), length) {
            pieces.append(try samples(of: folder.file("\(pieces.count).wav")))
            #expect(pieces[pieces.count - 1].count == Int(frames))
            #expect(converter.position == Int64(pieces.reduce(0) { $0 + $1.count }))
        }
        #expect(folder.names.count { $0.hasSuffix(".wav") } == pieces.count)
        // The faint half second lies at 3 s; the silent second at 6.5 s, of which the last half counts.
        let ends = pieces.map { Double($0.count) / 16_000 }
        #expect(abs(ends[0] - 3.25) <= 0.032 && abs(ends[0] + ends[1] - 7.25) <= 0.032, "\(ends)")
        let again = folder.file("in-48000.flac")
        #expect(try WaveConverter(again).writePiece(to: folder.file("whole.wav")) != nil)
        #expect(pieces.flatMap(\.self) == (try samples(of: folder.file("whole.wav"))))
    }

    @Test
    func `what was left out is not converted, to the frame`() throws {
        let input = try flac(tone(hertz: 440, seconds: 2))
        #expect(try WaveConverter(input).writePiece(to: folder.file("whole.wav")) == 32_000)
        let converter = try WaveConverter(input)
        try converter.skip(to: 12_345)
        #expect(try converter.writePiece(to: folder.file("rest.wav")) == 32_000 - 12_345)
        #expect(try samples(of: folder.file("rest.wav")) == Array(samples(of: folder.file("whole.wav"))[12_345...]))
        #expect(try converter.writePiece(to: folder.file("nothing.wav")) == nil)
        #expect(converter.part == 1)
        #expect(!folder.names.contains("nothing.wav"))
    }
}
