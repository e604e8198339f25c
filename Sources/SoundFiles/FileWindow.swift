// SPDX-License-Identifier: MIT

internal import Glibc

/// The part of a file that is in memory, read as it is asked for.
///
/// It is no mapping: a disk that fails is an error here, and would be a signal there.
final class FileWindow {
    private let descriptor: Int32
    private let path: String
    private let buffer: UnsafeMutableRawBufferPointer
    private var start: off_t = 0
    private var count = 0
    private var isAtEnd = false

    /// A window that shows up to `size` bytes at once.
    init(_ descriptor: Int32, _ path: String, size: Int) {
        self.descriptor = descriptor
        self.path = path
        buffer = .allocate(byteCount: max(size, 1 << 20), alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The bytes from `offset` on, `limit` of them, fewer at the end of the file; they are good until the next call.
    func bytes(at offset: off_t, upTo limit: Int) throws(SoundFileError) -> UnsafeRawBufferPointer {
        let isInside = offset >= start && (isAtEnd || offset + off_t(limit) <= start + off_t(count))
        if !isInside { try fill(from: offset) }
        let skipped = min(Int(offset - start), count)
        return UnsafeRawBufferPointer(rebasing: buffer[skipped..<min(skipped + limit, count)])
    }

    private func fill(from offset: off_t) throws(SoundFileError) {
        start = offset
        count = 0
        isAtEnd = false
        while count < buffer.count, !isAtEnd {
            let read = pread(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, offset + off_t(count))
            if read < 0, errno != EINTR { throw SoundFileError(path: path, code: errno) }
            count += max(read, 0)
            isAtEnd = read == 0
        }
    }
}
