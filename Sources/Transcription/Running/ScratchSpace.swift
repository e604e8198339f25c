// SPDX-License-Identifier: MIT

internal import Glibc
internal import Logging

/// A folder for one run: nobody else's to read, and gone after it.
///
/// It is locked with flock(2) as long as it is in use, as systemd-tmpfiles honours it too. One that is not locked, and not just being made, was left by a
/// crash; the next run removes it. All of this blocks for as long as a disk takes.
final class ScratchSpace: Sendable {
    private static let prefix = "tallylight-speech-"
    /// How old, in seconds, a folder must be to be taken for left behind: longer than it takes to lock a new one.
    private static let ageLimit = 60

    /// The absolute path of the folder.
    let path: String
    private let lock: Int32

    /// Makes a folder in `parent`; nil with `errno` set when that is impossible.
    init?(in parent: String) {
        Self.sweep(parent)
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        lock = Self.lock(path)
        guard lock >= 0 else {
            let code = errno
            rmdir(path)
            errno = code
            return nil
        }
    }

    deinit { close(lock) }

    /// The path of something in the folder.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Deletes the folder with all that is in it.
    func remove() { FolderTree.remove(path) }

    /// Locks a folder without waiting; -1 when somebody else has, or it is not ours.
    private static func lock(_ path: String) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return -1 }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return -1
        }
        return descriptor
    }

    private static func sweep(_ parent: String) {
        for name in FolderTree.names(in: parent) where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0, status.st_uid == geteuid(), time(nil) - status.st_mtim.tv_sec > ageLimit else { continue }
            let descriptor = lock(path)
            guard descriptor >= 0 else { continue }
            log.info("removing \(path), which a crash left behind")
            FolderTree.remove(path)
            close(descriptor)
        }
    }
}
