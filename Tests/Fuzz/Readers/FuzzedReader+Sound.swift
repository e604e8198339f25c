// SPDX-License-Identifier: MIT

import Glibc
import SoundFiles

extension FuzzedReader {
    /// Torn FLAC files: mending one takes nothing from it but its end, a second time changes nothing, and what it left alone is as it was.
    static let sound = FuzzedReader(name: "sound") { input in
        let path = ScratchFile.write(input)
        let length = try? FLACMending.mend(path)
        let mended = ScratchFile.read()
        guard let length = length.flatMap(\.self) else { return insist(mended == input, "what cannot be mended was changed") }
        insist(length > .zero, "\(length) is no length")
        // The header may change behind the block sizes: frames and checksum.
        insist(mended.count <= input.count && mended[..<21] == input[..<21] && mended[42...] == input[42..<mended.count], "what was whole was changed")
        let again = (try? FLACMending.mend(path)).flatMap(\.self)
        insist(again == length && ScratchFile.read() == mended, "a second time changes something: \(length) became \(String(describing: again))")
    }
}

/// A file in memory, for readers of files.
enum ScratchFile {
    private static let path = "/dev/shm/tallylight-fuzz-\(getpid())"

    /// Makes `bytes` its contents.
    ///
    /// - Returns: its path.
    static func write(_ bytes: [UInt8]) -> String {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        insist(file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count, "\(path) cannot be written")
        close(file)
        return path
    }

    /// Its contents.
    static func read() -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        insist(file >= 0, "\(path) is gone")
        defer { close(file) }
        var status = stat()
        fstat(file, &status)
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { $1 = max(0, Glibc.read(file, $0.baseAddress, $0.count)) }
    }

    static func remove() { unlink(path) }
}
