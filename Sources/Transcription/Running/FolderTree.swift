// SPDX-License-Identifier: MIT

internal import Glibc

/// What is done to a folder with all that is in it.
///
/// Links are never followed. All of it blocks for as long as a disk takes.
enum FolderTree {
    /// The names of what is in a folder, sorted; none when it cannot be read.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Deletes a file, or a folder with all that is in it; what cannot be deleted stays.
    static func remove(_ path: String) {
        guard unlink(path) != 0, errno == EISDIR || errno == EPERM else { return }
        for name in names(in: path) {
            remove("\(path)/\(name)")
        }
        rmdir(path)
    }

    /// How many bytes the files have whose names end in `suffix`.
    static func size(of suffix: String, in path: String) -> Int {
        var sum = 0
        walk(path) { file, status in
            if file.hasSuffix(suffix) { sum += Int(status.st_size) }
        }
        return sum
    }

    /// Makes all files and folders below a folder durable, and the folder itself.
    ///
    /// - Returns: 0, or the errno of the first that could not be.
    static func synchronise(_ path: String) -> Int32 {
        var code = synchroniseOne(path)
        walk(path) { file, _ in
            if code == 0 { code = synchroniseOne(file) }
        }
        return code
    }

    /// Makes one file or folder durable.
    static func synchroniseOne(_ path: String) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return errno == ELOOP ? 0 : errno }
        defer { close(descriptor) }
        // A file system that cannot sync folders says EINVAL.
        return fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno
    }

    /// Makes a folder, and those above it, for the user alone.
    ///
    /// - Returns: 0, or the errno.
    static func make(_ path: String) -> Int32 {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return 0 }
        guard errno == ENOENT, path != "/" else { return errno }
        let code = make(parent(of: path))
        guard code == 0 else { return code }
        return mkdir(path, 0o700) == 0 ? 0 : errno
    }

    /// The folder a path lies in.
    static func parent(of path: String) -> String {
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        return "/\(parent)"
    }

    /// Writes a new file.
    ///
    /// - Returns: 0, or the errno.
    static func write(_ bytes: [UInt8], to path: String) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }

    /// Calls `body` with each file, link and folder below a folder.
    private static func walk(_ path: String, _ body: (String, stat) -> Void) {
        for name in names(in: path) {
            let child = "\(path)/\(name)"
            var status = stat()
            guard lstat(child, &status) == 0 else { continue }
            body(child, status)
            if status.st_mode & S_IFMT == S_IFDIR { walk(child, body) }
        }
    }
}
