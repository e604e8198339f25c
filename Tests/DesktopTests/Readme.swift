// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// What the README shows is what the tests try.
struct Readme {
    private let text: String

    init() throws {
        let path = "\(Desk.package)/README.md"
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw DeskError("\(path) can't be read: errno \(errno)") }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        lseek(file, 0, SEEK_SET)
        text = String(unsafeUninitializedCapacity: size) { max(read(file, $0.baseAddress, size), 0) }
    }

    /// The first block in a language after a text.
    func block(_ language: String, after place: String) throws -> String {
        guard let start = text.firstRange(of: place), let begin = text[start.upperBound...].firstRange(of: "```\(language)\n"),
            let end = text[begin.upperBound...].firstRange(of: "```")
        else { throw DeskError("the README has no block of \(language) after “\(place)”") }
        return String(text[begin.upperBound..<end.lowerBound])
    }
}
