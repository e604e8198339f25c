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
        let frames = try WaveConverter.convert(input, to: output)
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
        try WaveConverter.convert(input, to: output)
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
        let frames = try WaveConverter.convert(path, to: folder.file("out.wav"))
        #expect(frames > 13_000)
        #expect(frames <= 16_000)
    }

    @Test
    func `a sound as loud as can be does not wrap around`() throws {
        let square = (0..<48_000).map { $0 / 50 % 2 == 0 ? Int16.max : Int16.min }
        let output = folder.file("out.wav")
        try WaveConverter.convert(try flac(square), to: output)
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
            try WaveConverter.convert(
                input, to: folder.file("out.wav"),
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
        #expect(throws: SoundFileError.noSpace(path: output)) { try WaveConverter.convert(input, to: output) }
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
        let sound = try WaveConverter.convert(try flac(SoundComparison.tone(seconds: 0.5)), to: output, tail: { $0 == 8000 ? 300 : 0 })
        #expect(sound == 8000)
        let reader = try SoundFileReader(output)
        var samples = [Int16](repeating: 1, count: 9000)
        #expect(samples.withUnsafeMutableBufferPointer { reader.read(into: $0) } == 8300)
        #expect(samples[8000..<8300].allSatisfy { $0 == 0 })
    }
}
