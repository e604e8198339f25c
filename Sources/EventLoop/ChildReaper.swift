// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// Reaps children that nobody waits for: each as soon as it has ended.
@LoopActor
package enum ChildReaper {
    /// Reaps `child` when it ends, and calls `ended` with its status as waitpid(2) has it.
    ///
    /// - Returns: false, with `errno` set, when nothing can be heard of its end.
    package static func reap(_ child: Int32, ended: @escaping @LoopActor (Int32) -> Void) -> Bool {
        let descriptor = clinux_pidfd_open(child)
        guard descriptor >= 0 else { return false }
        var watch: DescriptorWatch?
        watch = DescriptorWatch(descriptor, for: .readable) { _ in
            var status: Int32 = 0
            // An event can be another descriptor's that had this number before.
            guard waitpid(child, &status, WNOHANG) != 0 else { return }
            watch?.cancel()
            watch = nil
            close(descriptor)
            ended(status)
        }
        return true
    }
}
