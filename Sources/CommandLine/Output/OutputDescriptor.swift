// SPDX-License-Identifier: MIT

internal import Glibc

/// A descriptor that text is written to.
struct OutputDescriptor: Hashable, Sendable {
    let number: Int32

    static let standardOutput = OutputDescriptor(number: STDOUT_FILENO)
    static let standardError = OutputDescriptor(number: STDERR_FILENO)

    /// Whether a person looks at it, so that what is written must not steer the terminal.
    var isTerminal: Bool { isatty(number) == 1 }

    /// Whether a write would be taken at once: of a pipe or terminal whose reader is slow, this is false.
    ///
    /// A pipe that says so has room for `PIPE_BUF` bytes.
    var isReady: Bool {
        var state = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, 0) != 0
    }

    /// Writes the whole of `text`, in one write where the system lets it.
    ///
    /// - Returns: 0, or the number of the error as in errno(3); EPIPE means that nobody reads any more.
    func write(_ text: String) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let count = Glibc.write(number, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                if count >= 0 {
                    written += count
                } else if errno == EAGAIN {
                    waitUntilReady()
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }

    /// Somebody else may have made the open file we share non-blocking.
    private func waitUntilReady() {
        var state = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&state, 1, -1)
    }
}
