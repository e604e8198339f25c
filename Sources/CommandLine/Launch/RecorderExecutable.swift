// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import Localization

/// Where the recorder's program is.
enum RecorderExecutable {
    private static let name = "tallylight-recorder"

    /// Its path: beside our own program, where both were built or installed together, else on `PATH`.
    static func find() throws(RecordingError) -> String {
        let folders = [ownFolder].compactMap(\.self) + searchPath
        guard let folder = folders.first(where: { access("\($0)/\(name)", X_OK) == 0 }) else {
            throw RecordingError(.notFound, localized("The program “{name}” is neither beside “tallylight” nor on PATH. Install the two together.", ["name": name]))
        }
        return "\(folder)/\(name)"
    }

    /// Becomes the recorder: this process goes on as that program.
    ///
    /// - Returns: only when that failed: why.
    static func become(_ arguments: RecorderArguments) -> RecordingError {
        do throws(RecordingError) {
            let path = try find()
            // Ignored signals are inherited, and this one is of no interest any more.
            signal(SIGPIPE, SIG_DFL)
            let words = ([path] + arguments.spelling).map { strdup($0) }
            execv(path, words + [nil])
            return cannotStart(path, errno)
        } catch {
            return error
        }
    }

    static func cannotStart(_ path: String, _ code: Int32) -> RecordingError {
        RecordingError(.notFound, localized("“{path}” could not be started: {reason}.", ["path": path, "reason": String(errno: code)]))
    }

    /// The path of our own program.
    static func own() throws(RecordingError) -> String {
        guard let ownPath else { throw RecordingError(.notFound, localized("This program can't find out where it is: /proc is not there.")) }
        return ownPath
    }

    /// The path of a program of that name on `PATH`, or of that very path; nil when there is none.
    static func path(of name: String) -> String? {
        let candidates = name.hasPrefix("/") ? [name] : searchPath.map { "\($0)/\(name)" }
        return candidates.first { access($0, X_OK) == 0 }
    }

    private static var ownFolder: String? { ownPath.flatMap(folder) }

    private static var ownPath: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let address = buffer.baseAddress else { return nil }
            let length = readlink("/proc/self/exe", address, buffer.count)
            guard length > 0 else { return nil }
            return String(decoding: buffer.prefix(length).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    private static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    /// The absolute folders of `PATH`: a program from the folder one happens to be in is not what anybody means.
    private static var searchPath: [String] {
        guard let path = getenv("PATH") else { return [] }
        return String(cString: path).split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    }
}
