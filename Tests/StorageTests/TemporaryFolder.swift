// SPDX-License-Identifier: MIT

import Glibc

@testable import Storage

/// A folder of a test's own, gone with all that is in it when the test is over.
final class TemporaryFolder: Sendable {
    let path: String
    private let isOwn: Bool

    /// Makes one in `parent`.
    init(in parent: String = "/tmp") {
        var template = Array("\(parent)/tallylight-storage-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
        }
        isOwn = true
        precondition(!path.isEmpty, "no temporary folder could be made in \(parent)")
    }

    /// A folder another process made, and removes.
    init(borrowed path: String) {
        self.path = path
        isOwn = false
    }

    deinit { if isOwn { try? Files.removeTree(path) } }

    /// `path/name`.
    subscript(_ name: String) -> String { Files.join(path, name) }
}

/// A new file with `text` in it; the folders above it are made.
func write(_ text: String, to path: String) throws {
    try Files.makeFolder(Files.parent(of: path))
    try Files.remove(path)
    let file = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL)
    try file.write(Array(text.utf8))
}

/// The text of a file; nil when there is none.
func contents(of path: String) -> String? {
    (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) }
}

/// All files below a folder, by their paths from there, sorted; folders only when they are empty, with a slash at the end.
func tree(_ path: String) throws -> [String] {
    try Files.names(in: path).flatMap { name -> [String] in
        let child = Files.join(path, name)
        guard Files.kind(of: child, followingLinks: false) == .folder else { return [name] }
        let below = try tree(child)
        return below.isEmpty ? ["\(name)/"] : below.map { "\(name)/\($0)" }
    }
}
