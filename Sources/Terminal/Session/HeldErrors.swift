// SPDX-License-Identifier: MIT

internal import Glibc

/// Keeps log lines off the panel: what is written to standard error while it is shown on the same terminal comes out afterwards.
///
/// The lines wait in a pipe, so nothing has to read them meanwhile; what doesn't fit (64 KiB) is lost. Standard error that goes elsewhere is left alone.
struct HeldErrors {
    /// Standard error itself.
    let original: Int32
    /// Where the lines wait.
    let reader: Int32

    /// Holds standard error back, if it is the terminal `descriptor` is on.
    init?(onTerminal descriptor: Int32) {
        var errors = stat()
        var terminal = stat()
        guard fstat(STDERR_FILENO, &errors) == 0, fstat(descriptor, &terminal) == 0 else { return nil }
        guard errors.st_mode & S_IFMT == S_IFCHR, errors.st_rdev == terminal.st_rdev else { return nil }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        reader = ends[0]
        original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        dup2(ends[1], STDERR_FILENO)
        close(ends[1])
    }

    /// Gives standard error back, and all that was written to it.
    func release() {
        dup2(original, STDERR_FILENO)
        close(original)
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(reader, &buffer, buffer.count)
            guard count > 0 else { break }
            _ = write(STDERR_FILENO, buffer, count)
        }
        close(reader)
    }
}
