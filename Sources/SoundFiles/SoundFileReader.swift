// SPDX-License-Identifier: MIT

internal import CSndFile
internal import Glibc

/// A sound file of any kind libsndfile reads, from its beginning to its end.
///
/// The length a header tells is never believed: a FLAC file that was not closed tells 2⁶³ − 1 frames. The end is where reading ends, which in a torn file is the last whole block.
public final class SoundFileReader {
    /// Where the file is.
    public let path: String
    /// Frames a second.
    public let rate: Int
    /// Samples a frame.
    public let channels: Int

    private let descriptor: Int32
    private let size: Int64
    private let handle: OpaquePointer

    /// Opens the file; it must be an ordinary one.
    public init(_ path: String) throws(SoundFileError) {
        // Without O_NONBLOCK a pipe in its place would hold us up.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SoundFileError(path: path, code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .unreadable(path: path, reason: "it is not an ordinary file.")
        }
        var info = SF_INFO()
        guard let handle = sf_open_fd(descriptor, Int32(SFM_READ), &info, Int32(SF_FALSE)) else {
            close(descriptor)
            throw .unreadable(path: path, reason: String(cString: sf_strerror(nil)))
        }
        self.path = path
        self.handle = handle
        self.descriptor = descriptor
        size = Int64(status.st_size)
        rate = Int(info.samplerate)
        channels = max(1, Int(info.channels))
    }

    deinit {
        sf_close(handle)
        close(descriptor)
    }

    /// How much of the file has been read, 0 to 1, in bytes: what no header can get wrong.
    public var part: Double { size > 0 ? min(1, Double(lseek(descriptor, 0, SEEK_CUR)) / Double(size)) : 1 }

    /// Reads the next frames, samples interleaved, full scale ±1.
    ///
    /// - Returns: how many frames were read; 0 at the end.
    public func read(into samples: UnsafeMutableBufferPointer<Float>) -> Int {
        Int(clamping: sf_readf_float(handle, samples.baseAddress, sf_count_t(samples.count / channels)))
    }

    /// Reads the next frames as 16 bit samples, interleaved.
    ///
    /// - Returns: how many frames were read; 0 at the end.
    public func read(into samples: UnsafeMutableBufferPointer<Int16>) -> Int {
        Int(clamping: sf_readf_short(handle, samples.baseAddress, sf_count_t(samples.count / channels)))
    }

    /// Counts the frames from here to the end by reading them.
    public func countFrames() -> Int64 {
        var count: Int64 = 0
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: channels * 4096) { buffer in
            while case let frames = read(into: buffer), frames > 0 {
                count += Int64(frames)
            }
        }
        return count
    }
}
