// SPDX-License-Identifier: MIT

internal import Glibc

/// The folder from which GNOME Shell loads the extension of a user.
///
/// It is there as a whole, or not at all: it is made under another name, and gets its own when all is in it.
public struct ExtensionFolder: Sendable {
    /// Where it is.
    public let path: String

    /// The folder in `$XDG_DATA_HOME`, an absolute path.
    public init(dataHome: String) {
        path = "\(dataHome)/gnome-shell/extensions/\(ExtensionBuild.identifier)"
    }

    /// Whether the extension is there.
    public var exists: Bool { access(path, F_OK) == 0 }

    /// Puts `build` there, in place of whatever was.
    public func install(_ build: ExtensionBuild) throws(ExtensionFolderError) {
        let new = "\(path).new"
        Self.delete(new)
        do throws(ExtensionFolderError) {
            try Self.makeFolders(to: new, mode: 0o700)
            try Self.makeFolder("\(new)/icons", mode: 0o755)
            for file in build.files {
                try Self.write(file.bytes, to: "\(new)/\(file.path)")
            }
            try remove()
            guard rename(new, path) == 0 else { throw ExtensionFolderError(path: path, code: errno) }
        } catch {
            Self.delete(new)
            throw error
        }
    }

    /// Takes the extension away.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    public func remove() throws(ExtensionFolderError) -> Bool {
        let old = "\(path).old"
        Self.delete(old)
        guard rename(path, old) == 0 else {
            guard errno == ENOENT else { throw ExtensionFolderError(path: path, code: errno) }
            return false
        }
        Self.delete(old)
        return true
    }

    // MARK: Files

    private static func makeFolders(to path: String, mode: mode_t) throws(ExtensionFolderError) {
        let parts = path.split(separator: "/")
        for count in 1..<parts.count {
            let folder = parts.prefix(count).reduce("") { "\($0)/\($1)" }
            guard access(folder, F_OK) != 0 else { continue }
            try makeFolder(folder, mode: mode)
        }
        try makeFolder(path, mode: 0o755)
    }

    private static func makeFolder(_ path: String, mode: mode_t) throws(ExtensionFolderError) {
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw ExtensionFolderError(path: path, code: errno) }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(ExtensionFolderError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw ExtensionFolderError(path: path, code: errno) }
        var rest = bytes[...]
        var code: Int32 = 0
        while !rest.isEmpty, code == 0 {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { code = errno }
        }
        // What could not be kept is told here at the latest.
        if Glibc.close(file) != 0, code == 0 { code = errno }
        guard code == 0 else { throw ExtensionFolderError(path: path, code: code) }
    }

    /// Deletes a file, or a folder with all that is in it; links are not followed.
    private static func delete(_ path: String) {
        guard unlink(path) != 0, errno != ENOENT, let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { delete("\(path)/\(name)") }
        }
        closedir(folder)
        rmdir(path)
    }
}

/// Why the folder could not be written: a path, and the number of the error as in errno(3).
public struct ExtensionFolderError: Error, Hashable {
    /// What could not be written.
    public let path: String
    /// Why.
    public let code: Int32
}
