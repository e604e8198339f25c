// SPDX-License-Identifier: MIT

/// Turns any sound file into what speech engines read, a piece at a time: WAV, 16 bit, mono, 16 kHz.
///
/// Neither its memory nor the space a piece takes grows with the file. All of this blocks: use it on a worker thread.
public final class WaveConverter {
    /// Frames read at a time: a twelfth of a second of our own files, so that memory stays small and cancelling is quick.
    private static let chunk = 4096

    /// Where the next piece begins, in frames of the output.
    public private(set) var position: Int64 = 0

    private let reader: SoundFileReader
    private let resampler: Resampler
    private let rate: Int
    private var samples: [Float]
    /// What is converted and in no piece yet.
    private var pending: [Float] = []
    private var isAtEnd = false

    /// Opens `input`, whose frames are converted to `rate` a second.
    public init(_ input: String, rate: Int = 16_000) throws(SoundFileError) {
        reader = try SoundFileReader(input)
        guard let resampler = Resampler(from: reader.rate, to: rate) else { throw .unreadable(path: input, reason: "its rate of \(reader.rate) Hz is out of range.") }
        self.resampler = resampler
        self.rate = rate
        samples = [Float](repeating: 0, count: Self.chunk * reader.channels)
    }

    /// How much of the file has been read, 0 to 1, in bytes.
    public var part: Double { reader.part }

    /// Leaves out all that comes before `position`, in frames of the output.
    public func skip(to position: Int64, isCancelled: () -> Bool = { false }) throws(SoundFileError) {
        while self.position < position, try fill(1, isCancelled) { take(pending.count, atMost: position - self.position) }
    }

    /// Writes the next piece to `output`, which must not exist yet; on failure it does not exist afterwards either, and the piece is lost to this converter.
    ///
    /// It is not waited for on the disk: what a power cut takes can be made again.
    ///
    /// - Parameters:
    ///   - length: how long a piece gets, and where it is cut; nil for the whole rest.
    ///   - tail: how many frames of silence are put behind so many of sound.
    ///   - isCancelled: asked between chunks; when true, ``SoundFileError/cancelled`` is thrown.
    /// - Returns: the frames of sound, without the tail; nil when nothing is left, and then there is no file.
    public func writePiece(
        to output: String, _ length: PieceLength? = nil, tail: (Int64) -> Int = { _ in 0 }, isCancelled: () -> Bool = { false }
    ) throws(SoundFileError) -> Int64? {
        guard try fill(1, isCancelled) else { return nil }
        let writer = try SoundFileWriter(creating: output, .wave, rate: rate)
        do throws(SoundFileError) {
            try write(length, to: writer, isCancelled)
            let silence = [Float](repeating: 0, count: tail(writer.frames))
            try silence.withUnsafeBufferPointer { (zeros) throws(SoundFileError) in try writer.write(zeros) }
            return try writer.close(isDurable: false) - Int64(silence.count)
        } catch {
            writer.abandon()
            throw error
        }
    }

    private func write(_ length: PieceLength?, to writer: SoundFileWriter, _ isCancelled: () -> Bool) throws(SoundFileError) {
        let certain = length.map { Int64($0.certain) } ?? .max
        while writer.frames < certain, try fill(1, isCancelled) { try give(pending.count, atMost: certain - writer.frames, to: writer) }
        // One frame more tells that the file goes on behind what is searched.
        guard let length, try fill(length.searched + 1, isCancelled) else { return try give(pending.count, to: writer) }
        try give(length.cut(in: pending[..<length.searched]), to: writer)
    }

    private func give(_ count: Int, atMost limit: Int64 = .max, to writer: SoundFileWriter) throws(SoundFileError) {
        let count = min(count, Int(clamping: limit))
        try pending.withUnsafeBufferPointer { (buffer) throws(SoundFileError) in try writer.write(UnsafeBufferPointer(rebasing: buffer[..<count])) }
        take(count)
    }

    private func take(_ count: Int, atMost limit: Int64 = .max) {
        let count = min(count, Int(clamping: limit))
        pending.removeFirst(count)
        position += Int64(count)
    }

    /// Converts until `count` frames wait; false when the file has no more.
    private func fill(_ count: Int, _ isCancelled: () -> Bool) throws(SoundFileError) -> Bool {
        while pending.count < count, !isAtEnd {
            if isCancelled() { throw .cancelled }
            samples.withUnsafeMutableBufferPointer { buffer in
                let frames = reader.read(into: buffer)
                isAtEnd = frames == 0
                mixDown(buffer, frames: frames, channels: reader.channels)
                resampler.process(UnsafeBufferPointer(rebasing: buffer[..<frames]), isLast: isAtEnd) { pending.append(contentsOf: $0) }
            }
        }
        return pending.count >= count
    }

    /// Puts the mean of each frame's samples in their place, at the front of the buffer.
    private func mixDown(_ samples: UnsafeMutableBufferPointer<Float>, frames: Int, channels: Int) {
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
