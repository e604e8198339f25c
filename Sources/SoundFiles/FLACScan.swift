// SPDX-License-Identifier: MIT

internal import CSndFile
internal import Glibc

/// What of a FLAC file is whole, found by reading all of it.
///
/// A frame does not tell its size. It ends where its CRC-16 comes out and the next frame begins, the header of which has a checksum too and the next number. Behind the last
/// frame there is no such witness, and among the bytes of a torn one the checksum comes out by chance once in 65 536: there the decoder is asked.
struct FLACScan {
    /// Samples of each channel in the whole frames at the beginning.
    private(set) var frames: Int64 = 0
    /// Where they end.
    private(set) var end: off_t
    /// Whether there are frames behind them, with damage in between.
    private(set) var hasFramesBehind = false

    private let info: FLACStreamInfo
    private let window: FileWindow
    private let path: String
    private let metadataEnd: off_t
    private var number: Int64 = 0

    /// Reads the file, up to `frameLimit` of its frames; nil when its metadata is not whole.
    ///
    /// - Throws: `cancelled` when the task is cancelled: hours of sound take seconds.
    init?(_ descriptor: Int32, _ path: String, _ info: FLACStreamInfo, frameLimit: Int64 = .max) throws(SoundFileError) {
        self.info = info
        self.path = path
        window = FileWindow(descriptor, path, size: info.frameSizeLimit + FLACFrameHeader.sizeLimit)
        guard let metadataEnd = try Self.metadataEnd(window) else { return nil }
        self.metadataEnd = metadataEnd
        end = metadataEnd
        while number < frameLimit, let (size, samples) = try wholeFrame() {
            if Task.isCancelled { throw .cancelled }
            end += off_t(size)
            frames += samples
            number += 1
        }
        if number < frameLimit { hasFramesBehind = try findsFrameBehind() }
    }

    /// Metadata blocks: 1 bit last, 7 bits type, 24 bits length (RFC 9639, 8.1).
    private static func metadataEnd(_ window: FileWindow) throws(SoundFileError) -> off_t? {
        var offset: off_t = 4
        while true {
            let block = try window.bytes(at: offset, upTo: 4)
            guard block.count == 4 else { return nil }
            offset += 4 + off_t(block[1]) << 16 + off_t(block[2]) << 8 + off_t(block[3])
            if block[0] & 0x80 != 0 { return offset }
        }
    }

    private func wholeFrame() throws(SoundFileError) -> (size: Int, samples: Int64)? {
        let bytes = try window.bytes(at: end, upTo: info.frameSizeLimit + FLACFrameHeader.sizeLimit)
        guard let header = FLACFrameHeader(bytes[...]), header.number == number else { return nil }
        var candidates: [Int] = []
        let size = FLACChecksum.findWhole(bytes) { size in
            guard size > header.size + 2 else { return false }
            if FLACFrameHeader(bytes[size...])?.number == number + 1 { return true }
            candidates.append(size)
            return false
        }
        if let size { return (size, header.blockSize) }
        // A file that ends where its last frame does, with as much in it as its header says, is whole: that is what mending leaves.
        if bytes.count == candidates.last, bytes.count <= info.frameSizeLimit, info.frames == frames + header.blockSize { return (bytes.count, header.blockSize) }
        // Copied, for the metadata that is put before it is read through the same window.
        let rest = candidates.last.map { Array(bytes[..<$0]) } ?? []
        let metadata = try candidates.isEmpty ? [] : Array(window.bytes(at: 0, upTo: Int(metadataEnd)))
        for size in candidates where try decodes(metadata, rest[..<size], as: header.blockSize) {
            return (size, header.blockSize)
        }
        return nil
    }

    /// Whether the decoder makes `samples` of a frame; one that goes on behind the end of `frame` gives none.
    private func decodes(_ metadata: [UInt8], _ frame: ArraySlice<UInt8>, as samples: Int64) throws(SoundFileError) -> Bool {
        let descriptor = memfd_create("frame", UInt32(MFD_CLOEXEC))
        guard descriptor >= 0 else { throw SoundFileError(path: path, code: errno) }
        defer { close(descriptor) }
        let file = metadata + frame
        guard write(descriptor, file, file.count) == file.count else { throw SoundFileError(path: path, code: errno) }
        var unknown = info
        unknown.frames = 0
        guard unknown.write(to: descriptor) else { throw SoundFileError(path: path, code: errno) }
        return (try? SoundFileReader("/proc/self/fd/\(descriptor)"))?.countFrames() == samples
    }

    private func findsFrameBehind() throws(SoundFileError) -> Bool {
        let step = 1 << 16
        var offset = end
        while case let bytes = try window.bytes(at: offset, upTo: step + FLACFrameHeader.sizeLimit), !bytes.isEmpty {
            for index in 0..<min(step, bytes.count) where bytes[index] == 0xFF {
                // The torn frame itself may have its header.
                if let header = FLACFrameHeader(bytes[index...]), header.number > number { return true }
            }
            offset += off_t(step)
        }
        return false
    }
}
