// SPDX-License-Identifier: MIT

internal import Glibc

/// A file system that is really small, and so really becomes full: a tmpfs in the mount namespace of a child, seen through `/proc`.
///
/// Nothing is mounted where other programs could see it, and nothing is left when the child is gone.
public final class SmallDisk: Sendable {
    /// The absolute path of its root.
    public let path: String

    private let holder: Subprocess

    /// Mounts a disk of `size` bytes.
    public init(size: Int) async throws {
        holder = try await Subprocess.start(
            "/usr/bin/unshare", ["--user", "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs -o size=\(size) tmpfs /mnt && echo ready && exec sleep infinity"])
        _ = try await holder.nextLine()
        path = "/proc/\(holder.identifier)/root/mnt"
    }

    /// The path of something on it.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Fills it up but for `rest` bytes.
    public func fill(leaving rest: Int = 0) {
        let name = file("filler")
        let descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let chunk = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, chunk, chunk.count) > 0 {}
        guard rest > 0 else { return }
        ftruncate(descriptor, max(0, lseek(descriptor, 0, SEEK_CUR) - off_t(rest)))
    }
}
