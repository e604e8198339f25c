// SPDX-License-Identifier: MIT

internal import Glibc

/// What the user database knows.
enum Account {
    /// The home folder of the user this process runs as; nil when the database has none.
    static func home() -> String? {
        lookUp(geteuid()) { String(validatingCString: $0.pw_dir) }
    }

    /// The name of a user, or the number of one without a name.
    static func name(of user: uid_t) -> String {
        lookUp(user) { String(validatingCString: $0.pw_name) } ?? "\(user)"
    }

    private static func lookUp(_ user: uid_t, _ body: (passwd) -> String?) -> String? {
        // getpwuid(3) keeps its answer in memory that the next caller on any thread overwrites.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { buffer in
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard let memory = buffer.baseAddress, getpwuid_r(user, &entry, memory, buffer.count, &found) == 0, found != nil else { return nil }
            return body(entry)
        }
    }
}
