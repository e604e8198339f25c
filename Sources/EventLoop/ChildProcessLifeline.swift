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
enum ChildProcessLifeline {
    /// Ties the life of `group` to ours.
    static func tie(_ group: pid_t) throws(ChildProcess.Failure) {
        let command = ChildProcess.Command("/bin/sh", ["-c", "read nothing; kill -s KILL 0"])
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends, Int32(O_CLOEXEC)) == 0 else { throw ChildProcess.Failure(executable: command.executable, code: errno) }
        let (reader, writer) = (ends[0], ends[1])
        defer { close(reader) }
        let keeper: pid_t
        do throws(ChildProcess.Failure) {
            // The shell has nothing to say: its output goes where nothing can be written.
            keeper = try ChildProcessSpawn.start(command, input: reader, output: reader, error: reader, group: group, isDeaf: true)
        } catch {
            close(writer)
            throw error
        }
        guard ChildReaper.reap(keeper, ended: { _ in close(writer) }) else {
            let code = errno
            kill(keeper, SIGKILL)
            waitpid(keeper, nil, 0)
            close(writer)
            throw ChildProcess.Failure(executable: command.executable, code: code)
        }
    }
}
