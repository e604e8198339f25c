// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// What ends a child's process group when we end without having ended it: by KILL, or in a crash.
///
/// A keeper in the group reads from a pipe that only we could write to, and never do. When the kernel closes our side, the keeper kills its own group. As a member it keeps the
/// group's number from being given to anybody else; it is deaf to all other signals, and dies with the group when that is killed.
///
/// The parent-death signal of prctl(2) would reach the leader alone, and only the child itself could ask for it.
@LoopActor
final class ChildProcessLifeline {
    private let keeper: pid_t
    private let writer: Int32
    private var watch: DescriptorWatch?

    /// Ties the life of `group` to ours.
    init(of group: pid_t) throws(ChildProcess.Failure) {
        let command = ChildProcess.Command("/bin/sh", ["-c", "read nothing; kill -s KILL 0"])
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends, Int32(O_CLOEXEC)) == 0 else { throw ChildProcess.Failure(executable: command.executable, code: errno) }
        defer { close(ends[0]) }
        writer = ends[1]
        do throws(ChildProcess.Failure) {
            // The shell has nothing to say: its output goes where nothing can be written.
            keeper = try ChildProcessSpawn.start(command, input: ends[0], output: ends[0], error: ends[0], group: group, isDeaf: true)
        } catch {
            close(ends[1])
            throw error
        }
        let descriptor = clinux_pidfd_open(keeper)
        guard descriptor >= 0 else {
            let code = errno
            kill(keeper, SIGKILL)
            waitpid(keeper, nil, 0)
            close(ends[1])
            throw ChildProcess.Failure(executable: command.executable, code: code)
        }
        watch = DescriptorWatch(descriptor, for: .readable) { _ in self.reap() }
    }

    /// Clears up after the keeper, which is killed with the group.
    private func reap() {
        // An event can be another descriptor's that had this number before.
        guard let watch, waitpid(keeper, nil, WNOHANG) != 0 else { return }
        self.watch = nil
        watch.cancel()
        close(watch.descriptor)
        close(writer)
    }
}
