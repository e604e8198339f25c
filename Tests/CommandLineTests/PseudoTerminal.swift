// SPDX-License-Identifier: MIT

import EventLoop
import Glibc

/// Both ends of a pseudo-terminal.
@LoopActor
final class PseudoTerminal {
    let controller: Int32
    let device: Int32
    let path: String

    init() {
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)): what unlockpt and ptsname do, which need GNU's extensions to be seen.
        var number: Int32 = 0
        precondition(ioctl(controller, 0x4004_5431, &number) == 0 && ioctl(controller, 0x8004_5430, &number) == 0, "no pseudo-terminal is left")
        path = "/dev/pts/\(number)"
        device = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    }

    isolated deinit {
        close(controller)
        close(device)
    }

    /// All that was written to the device so far.
    func read() -> String {
        var text: [UInt8] = []
        var state = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        while poll(&state, 1, 0) == 1 {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = Glibc.read(controller, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }
}
