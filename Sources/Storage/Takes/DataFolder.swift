// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import Localization

/// The folder takes are kept in, `$XDG_DATA_HOME/tallylight`.
struct DataFolder {
    /// The least free space, in bytes, a take is started with: some six minutes of sound, which is time enough to hear of it.
    static let leastFreeSpace: UInt64 = 16_000_000

    let path: String
    var takes: String { Files.join(path, "takes") }
    var discarded: String { Files.join(takes, ".discarded") }

    /// Makes what is missing, and sees whether a take would have room.
    ///
    /// - Throws: `StorageFailed` when it can't be made, `NoSpace` when too little is free.
    func prepare() throws(RecordingError) {
        do throws(FileError) { try Files.makeFolder(takes) } catch { throw error.recordingError }
        var numbers = statvfs()
        // File systems that don't know their size say zero.
        guard statvfs(takes, &numbers) == 0, numbers.f_blocks > 0 else { return }
        let (free, overflow) = UInt64(numbers.f_bavail).multipliedReportingOverflow(by: UInt64(numbers.f_frsize))
        guard !overflow, free < Self.leastFreeSpace else { return }
        throw RecordingError(
            .noSpace,
            localized(
                "Only {free} MB are free on the disk of {path}, and a recording needs at least {least} MB. Free some space, then try again.",
                ["free": "\(free / 1_000_000)", "path": takes, "least": "\(Self.leastFreeSpace / 1_000_000)"]))
    }
}
