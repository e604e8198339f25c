// SPDX-License-Identifier: MIT

internal import Glibc

/// Folders, and what is in them.
extension Files {
    /// What a name stands for.
    enum Kind {
        case file, folder, other
    }

    /// What has the name `path`, or where a symbolic link of that name leads when links are followed; nil when there is nothing.
    static func kind(of path: String, followingLinks: Bool = true) -> Kind? {
        guard let status = status(of: path, followingLinks: followingLinks) else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
    }

    /// What the kernel knows of `path`; nil when nothing can be seen there.
    static func status(of path: String, followingLinks: Bool = true) -> stat? {
        var status = stat()
        return (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
    }

    /// Whether the name is taken, be it by a symbolic link that leads nowhere.
    static func isTaken(_ path: String) -> Bool { status(of: path, followingLinks: false) != nil }

    /// The size of a file in bytes; nil when there is no such file.
    static func size(of path: String) -> Int64? {
        guard let status = status(of: path), status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// Whether both are names of one file.
    static func isSame(_ path: String, _ other: String) -> Bool {
        guard let first = status(of: path, followingLinks: false), let second = status(of: other, followingLinks: false) else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// `folder/name`.
    static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// The folder an absolute path lies in.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// The last part of an absolute path.
    static func name(of path: String) -> String { String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...]) }

    /// Makes a folder, with those above it that are missing, for its owner only; durable when it returns.
    ///
    /// - Throws: `ENOTDIR` when a file has the name, `ELOOP` when it is a link that leads nowhere.
    static func makeFolder(_ path: String) throws(FileError) {
        switch kind(of: path) {
        case .folder: return
        case .file, .other: throw FileError(ENOTDIR, path)
        case nil where isTaken(path): throw FileError(ELOOP, path)
        case nil: break
        }
        let parent = parent(of: path)
        if parent != path { try makeFolder(parent) }
        do throws(FileError) { try check(path) { mkdir(path, 0o700) } } catch let error where error.code == EEXIST { return }
        try synchronizeFolder(parent)
    }

    /// Returns when the names in the folder are on the disk.
    ///
    /// A file system that cannot do it says so with `EINVAL`: its names are as durable as they get.
    static func synchronizeFolder(_ path: String) throws(FileError) {
        let folder = try Descriptor(path, O_RDONLY | O_DIRECTORY)
        do throws(FileError) { try folder.synchronize() } catch let error where error.code == EINVAL {}
    }

    /// The names in a folder, sorted by their bytes; none when it is not there.
    static func names(in path: String) throws(FileError) -> [String] {
        guard let folder = opendir(path) else {
            let code = errno
            if code == ENOENT { return [] }
            throw FileError(code, path)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Removes a folder and all that is in it; links in it are removed, not followed.
    static func removeTree(_ path: String) throws(FileError) {
        for name in try names(in: path) {
            let child = join(path, name)
            if kind(of: child, followingLinks: false) == .folder {
                try removeTree(child)
            } else {
                try remove(child)
            }
        }
        do throws(FileError) { try check(path) { rmdir(path) } } catch let error where error.code == ENOENT {}
    }

    /// The nearest of `path` and the folders above it that exists.
    static func nearestExisting(_ path: String) -> String {
        var path = path
        while path != "/", status(of: path) == nil { path = parent(of: path) }
        return path
    }
}
