// SPDX-License-Identifier: MIT

internal import Glibc

/// Why a sound file could not be read or written; the cases are what a caller can do about it.
///
/// The description is for the log: whoever shows an error to a person says it in the person's language.
public enum SoundFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disk, or the user's share of it, is full.
    case noSpace(path: String)
    /// The file was deleted while it was being written.
    case removed(path: String)
    /// The system refused; `code` is its errno.
    case system(path: String, code: Int32)
    /// What is there is no sound that can be read.
    case unreadable(path: String, reason: String)
    /// The sound library refused to write; `reason` is what it said.
    case unwritable(path: String, reason: String)
    /// The sound does not fit into a file of this kind.
    case tooLong(path: String)
    /// The caller asked for it to end.
    case cancelled

    /// The error that goes with an errno.
    init(path: String, code: Int32) {
        self = code == ENOSPC || code == EDQUOT ? .noSpace(path: path) : .system(path: path, code: code)
    }

    /// What the system says about an errno: "Permission denied".
    public static func reason(of code: Int32) -> String {
        String(cString: strerror(code))
    }

    /// One sentence that names the file.
    public var description: String {
        switch self {
        case .noSpace(let path): "There is no space left for \(path)."
        case .removed(let path): "\(path) was deleted while it was being written."
        case .system(let path, let code): "\(path): \(Self.reason(of: code))."
        case .unreadable(let path, let reason): "\(path) is not a sound that can be read: \(reason)"
        case .unwritable(let path, let reason): "\(path) could not be written: \(reason)"
        case .tooLong(let path): "The sound is too long for \(path): a WAV file ends at 4 GiB, which is 37 hours at 16 kHz."
        case .cancelled: "The work on the sound was cancelled."
        }
    }
}
