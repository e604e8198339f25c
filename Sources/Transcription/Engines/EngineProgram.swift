// SPDX-License-Identifier: MIT

internal import Glibc
internal import Localization

/// A program as it lies on disk.
enum EngineProgram: Hashable, Sendable {
    /// It can be executed, as far as its file tells.
    case found(String)
    /// Its file is there and cannot be executed; `reason` is a sentence that names it.
    case unusable(reason: String)
    case missing

    /// Looks for `name` in `folders`.
    ///
    /// What can be executed wins over what comes earlier and cannot.
    static func find(_ name: String, in folders: [String]) -> EngineProgram {
        let all = folders.map { look("\($0)/\(name)") }
        let found = all.first { if case .found = $0 { true } else { false } }
        return found ?? all.first { $0 != .missing } ?? .missing
    }

    private static func look(_ path: String) -> EngineProgram {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let code = errno
            var link = stat()
            guard lstat(path, &link) == 0 else { return .missing }
            return .unusable(reason: localized("{file} leads nowhere: {reason}.", ["file": path, "reason": String(cString: strerror(code))]))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return .unusable(reason: localized("{file} is not a program.", ["file": path])) }
        guard access(path, X_OK) == 0 else {
            return .unusable(reason: localized("{file} is not executable: “chmod +x” makes it so.", ["file": path]))
        }
        return .found(path)
    }
}
