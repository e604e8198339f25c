// SPDX-License-Identifier: MIT

public import Commanding
internal import Glibc
internal import Localization
internal import Logging

/// The right to use the data folder, which one recorder has at a time.
///
/// It is an flock(2) on the folder itself, held as long as the value lives and gone with the process, however that ends: no file can be stale, and nothing but a
/// living recorder ever looks like one. It counts where the name on the bus can't: between recorders on different buses, or on none.
public struct DataFolderLock: ~Copyable, Sendable {
    private let folder: Descriptor

    /// Makes the data folder if it is missing, and takes the lock.
    ///
    /// - Throws: `InvalidState` when another recorder has it, `PermissionDenied` when the folder is another user's and we are root, `StorageFailed` or `NoSpace` when there can be no such folder.
    public init(_ directories: XDGDirectories) throws(RecordingError) {
        try directories.refuseForeignHome()
        let path = directories.dataFolder
        do throws(FileError) {
            try Files.makeFolder(path)
            folder = try Self.lock(path)
        } catch let error where error.code == EWOULDBLOCK {
            throw RecordingError(
                .invalidState,
                localized("Another recorder already keeps its takes in {path}. Use that one, or end it first, with “tallylight quit” in the session it was started in.", ["path": path]))
        } catch {
            throw error.recordingError
        }
    }

    private static func lock(_ path: String) throws(FileError) -> Descriptor {
        let folder = try Descriptor(path, O_RDONLY | O_DIRECTORY)
        do throws(FileError) {
            try Files.check(path) { flock(folder.number, LOCK_EX | LOCK_NB) }
        } catch let error where error.code != EWOULDBLOCK {
            // Some network file systems lock no folders. The name on the bus remains.
            log.warning("\(path) cannot be locked: \(error.reason)")
        }
        return folder
    }
}
