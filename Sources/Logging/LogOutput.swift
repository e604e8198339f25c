// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// Standard error, for whoever reads the log.
///
/// Nobody waits for the reader of a log: while a pipe is full or a terminal stopped, lines are left out, and their number is told as soon as there is room again. A reader that is gone
/// is none (whoever writes a log ignores SIGPIPE).
enum LogOutput {
    /// Whether standard error leads to the journal: the variable names device and inode of the stream the journal gave to the service, whose children may write elsewhere
    /// (systemd.exec(5)).
    static let isJournal: Bool = {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }()

    /// How many lines were left out since the last that was not.
    private static let omitted = Atomic(0)

    /// Writes a line, in one piece: lines of several processes on one descriptor don't mix.
    static func write(_ level: Log.Level, _ category: String, _ message: String) {
        guard hasRoom else {
            omitted.add(1, ordering: .relaxed)
            return
        }
        let count = omitted.exchange(0, ordering: .relaxed)
        put(LogLine(level, category, message, isJournal: isJournal))
        if count > 0, hasRoom { put(LogLine(.warning, "log", "\(count) lines before this one were left out: nobody read them", isJournal: isJournal)) }
    }

    /// Whether a whole line can be written without waiting for anybody.
    private static var hasRoom: Bool {
        var descriptor = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&descriptor, 1, 0) == 1 && descriptor.revents & Int16(POLLOUT) != 0
    }

    private static func put(_ line: LogLine) {
        // What can't be written can't be told either.
        _ = line.bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
