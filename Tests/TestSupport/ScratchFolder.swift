// SPDX-License-Identifier: MIT

internal import Glibc

/// A folder of a test's own, deleted with all that is in it when the object goes.
public final class ScratchFolder: Sendable {
    /// Its absolute path.
    public let path: String

    /// Makes the folder, readable for its owner only.
    public init() {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/tallylight-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no folder can be made in \(base)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// The path of something in it.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The names of what is in it, sorted.
    public var names: [String] { Self.names(in: path) }

    /// Deletes a file, or a folder with all that is in it; links are not followed.
    public static func remove(_ path: String) {
        guard unlink(path) != 0 else { return }
        for name in names(in: path) {
            remove("\(path)/\(name)")
        }
        rmdir(path)
    }

    /// The names of what is in a folder, sorted; none when it cannot be read.
    public static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
