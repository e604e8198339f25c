// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import Localization

/// Why no engine was installed, in sentences for people.
extension RecordingError {
    /// The installation failed because of `reason`, a part of a sentence.
    static func notInstalled(_ engine: String, _ reason: String) -> RecordingError {
        let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        return RecordingError(
            .modelUnavailable,
            localized(
                "The speech engine {engine} could not be installed: {reason}. The next recording tries again.", ["engine": engine, "reason": reason]))
    }

    /// The installation failed because the system refused to write into `folder`.
    static func notInstalled(_ engine: String, in folder: String, code: Int32) -> RecordingError {
        guard code != ENOSPC, code != EDQUOT else { return noSpaceForEngine(engine, in: folder, size: 0) }
        return RecordingError(
            .storageFailed,
            localized(
                "The speech engine {engine} could not be installed: writing to {folder} failed ({reason}). Make it writable; the next recording tries again.",
                ["engine": engine, "folder": folder, "reason": String(cString: strerror(code))]))
    }

    static var installationCancelled: RecordingError { RecordingError(.cancelled, localized("The installation of a speech engine was cancelled.")) }

    /// The disk is full; unpacking takes twice the room of the download on top of it.
    static func noSpaceForEngine(_ engine: String, in folder: String, size: Int) -> RecordingError {
        let need = size > 0 ? localized(" It needs {size} MB there.", ["size": "\(size * 32 / 10_000_000 + 1)"]) : ""
        return RecordingError(
            .noSpace,
            localized(
                "The speech engine {engine} could not be installed: the disk of {folder} is full.{need} Free some; the next recording tries again.",
                ["engine": engine, "folder": folder, "need": need]))
    }
}
