// SPDX-License-Identifier: MIT

internal import Glibc

/// A disk that can lose its power: ext4 in a file, mounted in the namespace of a child.
///
/// What the file holds is what the drive would: what is still in the page cache of the mounted file system is not in it. The journal is committed by nothing but a sync, for that
/// is the worst a program can meet; ``commitJournal()`` is the other extreme.
package final class PowerDisk: Sendable {
    /// The absolute path of its root.
    package let path: String
    private let folder: ScratchFolder
    private let holder: Subprocess
    private var image: String { folder.file("image") }

    private init(_ folder: ScratchFolder) async throws {
        self.folder = folder
        let mount = "mount -o loop,commit=600,noinit_itable,errors=remount-ro '\(folder.file("image"))' /mnt && echo ready && exec sleep infinity"
        holder = try await Subprocess.start("/usr/bin/unshare", ["--mount", "sh", "-c", mount])
        do {
            _ = try await holder.nextLine()
        } catch {
            throw DeskError("An image of a disk must be mounted here, which takes root and a loop device; the tests cannot be passed without. \(await holder.errorsSoFar)")
        }
        path = "/proc/\(holder.identifier)/root/mnt"
    }

    /// A new, empty disk.
    package static func make() async throws -> PowerDisk {
        let folder = ScratchFolder()
        let format = "truncate -s 64M \"$1\" && mkfs.ext4 -q -F -E lazy_itable_init=1,lazy_journal_init=1 \"$1\""
        let result = try await Subprocess.run("/bin/sh", ["-c", format, "sh", folder.file("image")])
        guard result.code == 0 else { throw DeskError("no file system could be made: \(result.errors)") }
        return try await PowerDisk(folder)
    }

    /// What is on the drive at this moment.
    package func drive() async throws -> PowerDrive { PowerDrive(folder: try await Self.copy(image)) }

    fileprivate static func copy(_ image: String) async throws -> ScratchFolder {
        let folder = ScratchFolder()
        let result = try await Subprocess.run("/bin/cp", ["--sparse=always", image, folder.file("image")])
        guard result.code == 0 else { throw DeskError("the image could not be copied: \(result.errors)") }
        return folder
    }

    /// Has everything on the drive that needs no data to be written: names, sizes and owners, but of no file its contents.
    ///
    /// Another file of the disk is synced, and with it the journal, as another program might at any moment.
    package func commitJournal() {
        let descriptor = open("\(path)/bystander", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        _ = write(descriptor, "x", 1)
        fsync(descriptor)
    }

    /// Has all of it on the drive.
    package func synchronize() async throws {
        let result = try await Subprocess.run("/bin/sync", ["--file-system", path])
        guard result.code == 0 else { throw DeskError("the disk could not be synced: \(result.errors)") }
    }

    /// Ends the power supply: the disk is gone for whoever used it.
    package func remove() async {
        await holder.terminate()
        _ = try? await holder.finish()
    }

    /// A disk with what was left on a drive, as after the next start: its journal is replayed.
    fileprivate static func mount(_ folder: ScratchFolder) async throws -> PowerDisk { try await PowerDisk(folder) }
}

/// What is on a drive without power.
package struct PowerDrive: Sendable {
    fileprivate let folder: ScratchFolder

    /// Switches the power on again; the drive itself stays as it is.
    package func mount() async throws -> PowerDisk { try await PowerDisk.mount(try await PowerDisk.copy(folder.file("image"))) }
}
