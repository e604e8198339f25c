// SPDX-License-Identifier: MIT

internal import Glibc

/// The three descriptors every program is supposed to be started with.
public enum StandardDescriptors {
    /// Opens `/dev/null` on those of the three that are closed.
    ///
    /// The first thing a program does: else the first socket it opens becomes its standard output, and what it prints goes to the bus.
    public static func fill() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is taken, which is this one: those below were open or have just been opened.
            _ = open("/dev/null", O_RDWR)
        }
    }
}
