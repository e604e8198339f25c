// SPDX-License-Identifier: MIT

import Glibc

/// Small files.
enum TextFile {
    /// Writes a file anew.
    static func write(_ text: String, to path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        precondition(file >= 0, "\(path) cannot be written")
        defer { close(file) }
        _ = Glibc.write(file, text, text.utf8.count)
    }

    /// The text of a file, such as those of proc(5); empty when it cannot be read.
    static func read(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        return String(unsafeUninitializedCapacity: 65_536) { max(0, Glibc.read(file, $0.baseAddress, $0.count)) }
    }
}
