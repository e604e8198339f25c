// SPDX-License-Identifier: MIT

internal import CSndFile
internal import Glibc

/// A file that was deleted while it was open, written anew under its name.
enum RestoredFile {
    private static let step = 1 << 20

    /// Copies what `descriptor` has to a new file at `path`, in folders that are made where they are missing, and makes the descriptor one of that file, at the same place in it.
    ///
    /// - Returns: whether it is there, and on the disk; otherwise the descriptor is as it was.
    static func make(_ path: String, for descriptor: Int32) -> Bool {
        guard let slash = path.lastIndex(of: "/"), makeFolder(String(path[..<slash])) else { return false }
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        let place = lseek(descriptor, 0, SEEK_CUR)
        guard copy(descriptor, to: file), fsync(file) == 0, lseek(file, place, SEEK_SET) == place, dup3(file, descriptor, O_CLOEXEC) == descriptor else {
            unlink(path)
            return false
        }
        return true
    }

    private static func makeFolder(_ path: String) -> Bool {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return false }
        return makeFolder(String(path[..<slash])) && (mkdir(path, 0o700) == 0 || errno == EEXIST)
    }

    private static func copy(_ source: Int32, to target: Int32) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: step, alignment: 16) { buffer in
            var offset: off_t = 0
            while true {
                let count = pread(source, buffer.baseAddress, buffer.count, offset)
                guard count > 0 else { return count == 0 }
                guard pwrite(target, buffer.baseAddress, count, offset) == count else { return false }
                offset += off_t(count)
            }
        }
    }
}
