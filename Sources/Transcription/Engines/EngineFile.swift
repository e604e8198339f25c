// SPDX-License-Identifier: MIT

internal import Glibc
internal import Localization

/// A file an engine needs, and how it is told from a broken one without reading it through.
struct EngineFile: Hashable, Sendable {
    /// The absolute path.
    var path: String
    /// The exact size in bytes, where it is known.
    var size: Int?
    /// Bytes that stand at ``signatureOffset`` in every whole file of its kind.
    var signature: [UInt8] = []
    var signatureOffset = 0

    /// What is wrong with the file, as a sentence; nil when a glance sees nothing wrong.
    func fault() -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            return localized("The model file {file} cannot be read: {reason}.", ["file": path, "reason": String(cString: strerror(errno))])
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return localized("The model file {file} is not a file.", ["file": path])
        }
        let found = Int(status.st_size)
        guard size ?? max(found, 1) == found else {
            return localized(
                "The model file {file} is incomplete or corrupt: it has {found} bytes instead of {expected}.",
                ["file": path, "found": "\(found)", "expected": size.map { "\($0)" } ?? localized("some")])
        }
        var bytes = [UInt8](repeating: 0, count: signature.count)
        guard pread(descriptor, &bytes, bytes.count, off_t(signatureOffset)) == bytes.count, bytes == signature else {
            return localized("The model file {file} is corrupt, or the model of another engine.", ["file": path])
        }
        return nil
    }
}

extension EngineFile {
    /// The longest result file that is read: a day of speech with every token's time.
    private static let contentsLimit = 256 << 20

    /// What is in a file an engine has left; nil when it is not there, or no file, or longer than any result.
    static func contents(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= contentsLimit else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled) }
            guard count > 0 else { return nil }
            filled += count
        }
        return bytes
    }
}
