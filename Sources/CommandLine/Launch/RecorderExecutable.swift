// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import Localization

/// Where the recorder's program is.
enum RecorderExecutable {
    private static let name = "tallylight-recorder"

    /// Its path: beside our own program, where both were built or installed together, else on `PATH`.
    static func find() throws(RecordingError) -> String {
        guard let path = SiblingProgram.path(of: name) else {
            throw RecordingError(.notFound, localized("The program “{name}” is neither beside “tallylight” nor on PATH. Install the two together.", ["name": name]))
        }
        return path
    }

    /// Becomes the recorder: this process goes on as that program.
    ///
    /// - Returns: only when that failed: why.
    static func become(_ arguments: [String]) -> RecordingError {
        do throws(RecordingError) {
            let path = try find()
            // Ignored signals are inherited, and this one is of no interest any more.
            signal(SIGPIPE, SIG_DFL)
            let words = ([path] + arguments).map { strdup($0) }
            execv(path, words + [nil])
            return cannotStart(path, errno)
        } catch {
            return error
        }
    }

    static func cannotStart(_ path: String, _ code: Int32) -> RecordingError {
        RecordingError(.notFound, localized("“{path}” could not be started: {reason}.", ["path": path, "reason": String(errno: code)]))
    }
}
