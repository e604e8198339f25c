// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// A way for output: what the child writes into one end comes out at ours.
struct ChildProcessChannel: ~Copyable {
    /// Our end; it never blocks.
    let ours: OwnedDescriptor
    /// The child's end.
    ///
    /// Its number is above 2, so that giving one stream its number never closes another's.
    let childs: OwnedDescriptor

    /// A pipe, or nil with `errno` set.
    static func pipe() -> ChildProcessChannel? {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends, Int32(O_CLOEXEC)) == 0 else { return nil }
        return ChildProcessChannel(ours: OwnedDescriptor(consuming: ends[0]), childs: OwnedDescriptor(consuming: ends[1]))
    }

    /// A terminal in raw mode, or nil where there are none to be had, in a bare chroot for example.
    ///
    /// It is nobody's controlling terminal: no key and no hang-up becomes a signal. Its reading end fails with EIO where a pipe's is at its end.
    static func terminal() -> ChildProcessChannel? {
        guard let ours = OwnedDescriptor(consuming: open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)) else { return nil }
        var isLocked: Int32 = 0
        guard ioctl(ours.number, clinux_unlock_terminal, &isLocked) == 0 else { return nil }
        let childs = OwnedDescriptor(consuming: ioctl(ours.number, clinux_open_terminal_peer, O_RDWR | O_NOCTTY | O_CLOEXEC))
        var mode = termios()
        guard let childs, tcgetattr(childs.number, &mode) == 0 else { return nil }
        cfmakeraw(&mode)
        guard tcsetattr(childs.number, TCSANOW, &mode) == 0 else { return nil }
        return ChildProcessChannel(ours: ours, childs: childs)
    }

    /// Closes the child's end and gives ours away.
    consuming func takeOurs() -> Int32 { ours.release() }

    private init?(ours: consuming OwnedDescriptor?, childs: consuming OwnedDescriptor?) {
        guard let ours, let childs, let raised = OwnedDescriptor(consuming: fcntl(childs.number, F_DUPFD_CLOEXEC, 3)) else { return nil }
        guard clinux_set_nonblocking(ours.number) == 0 else { return nil }
        self.ours = ours
        self.childs = raised
    }
}
