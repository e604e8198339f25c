// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// The programs that are installed together with the one that runs.
public enum SiblingProgram {
    /// The path of the program `name`: beside our own program, where they were built or installed together, else on `PATH`; nil when it is nowhere.
    public static func path(of name: String) -> String? {
        if let folder = ownPath.flatMap(folder), access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
        return searchPath.program(name)
    }

    /// The path of a program of that name on `PATH`, or of that very path; nil when there is none.
    static func pathOnSearchPath(of name: String) -> String? {
        guard name.hasPrefix("/") else { return searchPath.program(name) }
        return access(name, X_OK) == 0 ? name : nil
    }

    /// The path of the program that runs; nil where there is no proc(5).
    public static var ownPath: String? {
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

    private static var searchPath: SearchPath { SearchPath(getenv("PATH").map { String(cString: $0) } ?? "") }
}
