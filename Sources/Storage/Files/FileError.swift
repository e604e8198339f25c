// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import Localization

/// What a call to the file system failed with, and for which path.
struct FileError: Error, Hashable {
    /// The `errno` of the call.
    let code: Int32
    /// The file or folder the call was about.
    let path: String

    init(_ code: Int32, _ path: String) {
        self.code = code
        self.path = path
    }

    /// Whether nothing has that name.
    var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// The system's own words, in the language of the C library.
    var reason: String { String(cString: strerror(code)) }

    /// The same for people: a full disk has a name of its own, for it is the one failure they can see coming and mend at once.
    var recordingError: RecordingError {
        let values = ["path": path, "reason": reason]
        return switch code {
        case ENOSPC, EDQUOT:
            RecordingError(.noSpace, localized("There is no space left to write {path}. Free some space on that disk, then try again.", values))
        case EROFS:
            RecordingError(.storageFailed, localized("{path} cannot be written because its file system is read-only. Make it writable, then try again.", values))
        case EACCES, EPERM:
            RecordingError(.storageFailed, localized("{path} cannot be used because permission is denied. Give yourself read and write access to it, then try again.", values))
        case ENOTDIR:
            RecordingError(.storageFailed, localized("{path} is needed as a folder, but a file has that name. Move the file away, then try again.", values))
        case ELOOP:
            RecordingError(.storageFailed, localized("{path} is a symbolic link that leads nowhere. Remove or mend the link, then try again.", values))
        default:
            RecordingError(.storageFailed, localized("{path} could not be read or written: {reason}. Check the disk, then try again.", values))
        }
    }
}
