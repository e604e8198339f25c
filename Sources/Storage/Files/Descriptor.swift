// SPDX-License-Identifier: MIT

internal import Glibc

/// An open file, closed when its owner lets go of it.
struct Descriptor: ~Copyable {
    /// The kernel's number for it.
    let number: Int32
    /// The path it was opened by.
    let path: String

    /// Opens `path`.
    ///
    /// Child processes never inherit it. A new file is for its owner's eyes only.
    init(_ path: String, _ flags: Int32) throws(FileError) {
        number = try Files.check(path) { open(path, flags | O_CLOEXEC, 0o600) }
        self.path = path
    }

    deinit { close(number) }

    /// Reads what is next, up to the buffer's size; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        try Files.check(path) { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// Reads until the buffer is full or the file ends.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            guard count > 0 else { break }
            filled += count
        }
        return filled
    }

    /// Writes all of `bytes`, however many calls the kernel wants for it.
    func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = try Files.check(path) { Glibc.write(number, rest.baseAddress, rest.count) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8]) throws(FileError) {
        let result: Result<Void, FileError> = bytes.withUnsafeBytes { buffer in
            Result { () throws(FileError) in try write(buffer) }
        }
        try result.get()
    }

    /// Returns when the contents are on the disk.
    func synchronize() throws(FileError) {
        try Files.check(path) { fsync(number) }
    }
}
