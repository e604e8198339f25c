// SPDX-License-Identifier: MIT

internal import Glibc

extension PowerDisk {
    /// Has the kernel find an error in the file system, upon which nothing can be written any more.
    package func becomeReadOnly() throws {
        let device = try device()
        let trigger = open("/sys/fs/ext4/\(device)/trigger_fs_error", O_WRONLY | O_CLOEXEC)
        defer { close(trigger) }
        guard trigger >= 0, write(trigger, "tests", 5) == 5 else { throw DeskError("no error of the file system could be made: errno \(errno)") }
    }

    /// The name of its block device.
    private func device() throws -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { throw DeskError("the disk is gone") }
        let (major, minor) = ((status.st_dev >> 8) & 0xfff, (status.st_dev & 0xff) | ((status.st_dev >> 12) & 0xfff00))
        guard let link = realpath("/sys/dev/block/\(major):\(minor)", nil) else { throw DeskError("the disk has no device") }
        defer { free(link) }
        return String(cString: link).split(separator: "/").last.map(String.init) ?? ""
    }
}
