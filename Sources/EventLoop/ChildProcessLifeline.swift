// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// What ends a child's process group when we end without having ended it: by KILL, or in a crash.
///
/// A keeper in the group reads from a pipe that only we could write to, and never do. When the kernel closes our side, the keeper kills its own group. As a member it keeps the
/// group's number from being given to anybody else; it is deaf to all other signals, and dies with the group when that is killed.
///
/// The keeper is a bare fork of ours that runs no program: it needs none to be installed. The parent-death signal of prctl(2) would reach the leader alone, and only the child itself
/// could ask for it.
@LoopActor
enum ChildProcessLifeline {
    /// Ties the life of `group` to ours.
    static func tie(_ group: pid_t) throws(ChildProcess.Failure) {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends, Int32(O_CLOEXEC)) == 0 else { throw failure(errno) }
        let (reader, writer) = (ends[0], ends[1])
        defer { close(reader) }
        let keeper = clinux_start_lifeline(reader, group)
        guard keeper > 0 else {
            let code = errno
            close(writer)
            throw failure(code)
        }
        guard ChildReaper.reap(keeper, ended: { _ in close(writer) }) else {
            let code = errno
            kill(keeper, SIGKILL)
            waitpid(keeper, nil, 0)
            close(writer)
            throw failure(code)
        }
    }

    private static func failure(_ code: Int32) -> ChildProcess.Failure { ChildProcess.Failure(executable: "lifeline", code: code) }
}
