// SPDX-License-Identifier: MIT

internal import Glibc

/// The descriptors 0, 1 and 2 every program is started with, unless somebody closed them.
public enum StandardDescriptors {
    /// Opens `/dev/null` for each that is closed: call it first thing in the program.
    ///
    /// Else the next file to be opened would become standard output, and the first line printed would go into it.
    public static func ensureOpen() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}
