// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// A disk in a file, with ext4 on it: what the file holds at an instant is what a power cut at that instant would leave.
@LoopActor
struct DiskImage {
    /// Where it is mounted, for this process and its children.
    let path: String

    private let image: String

    /// Makes an empty disk and mounts it.
    static func make() async throws -> DiskImage {
        let image = Scratch.make().file("disk")
        try TextFile.write([UInt8](repeating: 0, count: 32 << 20), to: image)
        try await Child.run(["mkfs.ext4", "-q", "-F", image])
        return try await mount(image)
    }

    /// What a power cut would leave now, mounted as after the next start: with its journal replayed.
    ///
    /// - Parameter instant: called when the power is off.
    func afterPowerCut(_ instant: () -> Void) async throws -> DiskImage {
        guard let bytes = TextFile.bytes(image) else { throw Failure("The image of the disk cannot be read.") }
        instant()
        let copy = Scratch.make().file("disk")
        try TextFile.write(bytes, to: copy)
        return try await Self.mount(copy)
    }

    /// Mounts an image in the mount namespace of a child: it is gone with the child, and nobody else sees it.
    private static func mount(_ image: String) async throws -> DiskImage {
        let holder = try await Child.start(["unshare", "--mount", "sh", "-c", "mount -o loop '\(image)' /mnt && echo ready && exec sleep infinity"], environment: [:])
        do {
            _ = try await holder.nextLine()
        } catch {
            throw Failure("No disk image can be mounted, which takes root and a loop device: \(holder.errorsSoFar)")
        }
        return DiskImage(path: "/proc/\(holder.identifier)/root/mnt", image: image)
    }
}
