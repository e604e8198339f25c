// SPDX-License-Identifier: MIT

internal import Glibc

/// The programs that are installed together with the one that runs.
public enum SiblingProgram {
    /// The path of the program `name`: beside our own program, where they were built or installed together, else on `PATH`; nil when it is nowhere.
    public static func path(of name: String) -> String? {
        let folders = [ownFolder].compactMap(\.self) + searchPath
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    private static var ownFolder: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let address = buffer.baseAddress else { return nil }
            let length = readlink("/proc/self/exe", address, buffer.count)
            guard length > 0 else { return nil }
            return folder(of: String(decoding: buffer.prefix(length).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self))
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
