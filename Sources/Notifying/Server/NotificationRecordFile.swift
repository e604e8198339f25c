// SPDX-License-Identifier: MIT

internal import DBus
internal import Glibc
internal import Logging

/// The file that keeps records over a crash: one per line.
enum NotificationRecordFile {
    /// The records in the file at `path`; what makes no sense is left out.
    static func read(_ path: String) -> [NotificationRecord] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard file >= 0 else { return [] }
        defer { close(file) }
        // A handful of lines: what is longer isn't ours.
        let text = String(unsafeUninitializedCapacity: 4096) { max(Glibc.read(file, $0.baseAddress, $0.count), 0) }
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 3, let server = BusName(String(words[1])), server.text.hasPrefix(":"), let id = UInt32(words[2]) else { return nil }
            return NotificationRecord(bus: String(words[0]), server: server, id: id)
        }
    }

    /// Makes the file at `path` say `records`, or go when there are none.
    ///
    /// It is written anew beside and renamed, and nobody waits until it is durable: after a power cut there is no server that could still show anything.
    static func write(_ records: [NotificationRecord], to path: String) {
        guard !records.isEmpty else {
            unlink(path)
            return
        }
        makeFolders(above: path)
        let part = "\(path).part"
        // What a crash left under that name may be anything.
        unlink(part)
        let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return log.info("\(part) can't be written: \(String(cString: strerror(errno)))") }
        var text = records.map { "\($0.bus) \($0.server) \($0.id)\n" }.joined()
        let written = text.withUTF8 { Glibc.write(file, $0.baseAddress, $0.count) }
        close(file)
        if written == text.utf8.count { rename(part, path) } else { unlink(part) }
    }

    private static func makeFolders(above path: String) {
        var folder = ""
        for name in path.split(separator: "/").dropLast() {
            folder += "/\(name)"
            mkdir(folder, 0o700)
        }
    }
}
