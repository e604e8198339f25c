// SPDX-License-Identifier: MIT

/// Turns any sound file into what speech engines read: WAV, 16 bit, mono, 16 kHz.
public enum WaveConverter {
    /// Frames read at a time: a twelfth of a second of our own files, so that memory stays small and cancelling is quick.
    private static let chunk = 4096

    /// Reads `input` and writes `output`, which must not exist yet; on failure it does not exist afterwards either.
    ///
    /// It is not waited for on the disk: what a power cut takes can be made again.
    ///
    /// Blocks: call it on a worker thread.
    ///
    /// - Parameters:
    ///   - rate: frames a second of the output.
    ///   - tail: how many frames of silence are put behind so many of sound.
    ///   - isCancelled: asked between chunks; when true, ``SoundFileError/cancelled`` is thrown.
    /// - Returns: the frames of sound, without the tail.
    @discardableResult
    public static func convert(
        _ input: String, to output: String, rate: Int = 16_000, tail: (Int64) -> Int = { _ in 0 }, isCancelled: () -> Bool = { false }
    ) throws(SoundFileError) -> Int64 {
        let reader = try SoundFileReader(input)
        guard let resampler = Resampler(from: reader.rate, to: rate) else { throw .unreadable(path: input, reason: "its rate of \(reader.rate) Hz is out of range.") }
        let writer = try SoundFileWriter(creating: output, .wave, rate: rate)
        do throws(SoundFileError) {
            try pump(reader, resampler, writer, isCancelled)
            let silence = [Float](repeating: 0, count: tail(writer.frames))
            try silence.withUnsafeBufferPointer { (zeros) throws(SoundFileError) in try writer.write(zeros) }
            return try writer.close(isDurable: false) - Int64(silence.count)
        } catch {
            writer.abandon()
            throw error
        }
    }

    private static func pump(_ reader: SoundFileReader, _ resampler: Resampler, _ writer: SoundFileWriter, _ isCancelled: () -> Bool) throws(SoundFileError) {
        var samples = [Float](repeating: 0, count: chunk * reader.channels)
        var isLast = false
        while !isLast {
            if isCancelled() { throw .cancelled }
            try samples.withUnsafeMutableBufferPointer { (buffer) throws(SoundFileError) in
                let frames = reader.read(into: buffer)
                isLast = frames == 0
                mixDown(buffer, frames: frames, channels: reader.channels)
                try resampler.process(UnsafeBufferPointer(rebasing: buffer[..<frames]), isLast: isLast) { (output) throws(SoundFileError) in
                    try writer.write(output)
                }
            }
        }
    }

    /// Puts the mean of each frame's samples in their place, at the front of the buffer.
    private static func mixDown(_ samples: UnsafeMutableBufferPointer<Float>, frames: Int, channels: Int) {
        guard channels > 1 else { return }
        for frame in 0..<frames {
            var sum: Float = 0
            for channel in 0..<channels {
                sum += samples[frame * channels + channel]
            }
            samples[frame] = sum / Float(channels)
        }
    }
}
