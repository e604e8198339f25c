// SPDX-License-Identifier: MIT

internal import Glibc

/// The calls to the file system that the store is made of.
///
/// Each retries when a signal interrupts it, and throws what went wrong with which path. Paths are never given to a shell, and nothing in them is expanded.
enum Files {
    /// The most of a small file that is read into memory: a text of a whole day's speech is a hundredth of it.
    static let readLimit = 64 << 20

    /// Calls until no signal interrupts; `errno` is read nowhere else.
    @discardableResult
    static func check<Value: SignedInteger>(_ path: String, _ call: () -> Value) throws(FileError) -> Value {
        while true {
            let result = call()
            if result >= 0 { return result }
            let code = errno
            guard code == EINTR else { throw FileError(code, path) }
        }
    }

    /// The contents of a small file, or of as much of it as ``readLimit`` allows; a pipe that nobody writes to is empty.
    static func read(_ path: String) throws(FileError) -> [UInt8] {
        let file = try Descriptor(path, O_RDONLY | O_NONBLOCK)
        var contents: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while contents.count < readLimit {
            let count = try file.read(into: buffer)
            guard count > 0 else { break }
            contents += buffer[..<count]
        }
        return contents
    }

    /// Makes `path` hold exactly `bytes`, durably: after a crash or on a full disk it holds either the old or the new contents whole.
    static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let temporary = path + ".tmp"
        do throws(FileError) {
            try create(temporary, with: bytes)
            try check(path) { rename(temporary, path) }
        } catch {
            unlink(temporary)
            throw error
        }
        try synchronizeFolder(parent(of: path))
    }

    /// Writes a new file durably; what a crash left under that name goes first.
    private static func create(_ path: String, with bytes: [UInt8]) throws(FileError) {
        unlink(path)
        let file = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        try file.write(bytes)
        try file.synchronize()
    }

    /// Copies the contents of `source` to a new file, durably; nothing is left of it on failure.
    static func copy(_ source: String, to destination: String) throws(FileError) {
        let input = try Descriptor(source, O_RDONLY)
        let output = try Descriptor(destination, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        do throws(FileError) {
            while case let count = try input.read(into: buffer), count > 0 {
                try output.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
            try output.synchronize()
        } catch {
            unlink(destination)
            throw error
        }
    }

    /// Whether `copy` holds exactly what is in `original`, and something at all: be it the same file under another name, or another one to the last byte.
    static func isCopy(_ copy: String, of original: String) -> Bool {
        guard let size = size(of: original), size > 0, self.size(of: copy) == size else { return false }
        return isSame(copy, original) || (try? haveSameContents(copy, original)) == true
    }

    private static func haveSameContents(_ path: String, _ other: String) throws(FileError) -> Bool {
        let first = try Descriptor(path, O_RDONLY | O_NOFOLLOW)
        let second = try Descriptor(other, O_RDONLY | O_NOFOLLOW)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        let otherBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer {
            buffer.deallocate()
            otherBuffer.deallocate()
        }
        while true {
            let count = try first.fill(buffer)
            guard try second.fill(otherBuffer) == count else { return false }
            guard count > 0 else { return true }
            guard let bytes = buffer.baseAddress, let otherBytes = otherBuffer.baseAddress, memcmp(bytes, otherBytes, count) == 0 else { return false }
        }
    }

    /// Renames, replacing what has the new name; durable once both folders are synchronized.
    static func move(_ source: String, to destination: String) throws(FileError) {
        try check(source) { rename(source, destination) }
    }

    /// Removes a file; one that is not there is as good as removed.
    static func remove(_ path: String) throws(FileError) {
        do throws(FileError) { try check(path) { unlink(path) } } catch let error where error.code == ENOENT {}
    }

    /// Returns when the contents of `path` are on the disk.
    static func synchronize(_ path: String) throws(FileError) {
        try Descriptor(path, O_RDONLY).synchronize()
    }

    /// Lets only its owner read and write `path`; a file system without owners is left as it is.
    static func makePrivate(_ path: String) {
        chmod(path, 0o600)
    }
}
