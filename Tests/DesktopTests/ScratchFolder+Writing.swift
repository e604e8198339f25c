// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

extension ScratchFolder {
    /// Writes a file, with the folders it lies in, and returns its path.
    @discardableResult
    func write(_ text: String, to name: String, mode: mode_t = 0o600) throws -> String {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o700)
        }
        let file = open(self.file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        defer { close(file) }
        guard Glibc.write(file, text, text.utf8.count) == text.utf8.count else { throw DeskError("\(self.file(name)) could not be written: errno \(errno)") }
        return self.file(name)
    }
}
