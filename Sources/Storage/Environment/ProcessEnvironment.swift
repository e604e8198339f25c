// SPDX-License-Identifier: MIT

internal import Glibc

/// The environment of this process, as a value.
public enum ProcessEnvironment {
    /// The variables of `names` that are set.
    ///
    /// One that is not UTF-8 counts as unset: a path made of a repaired spelling would name something else.
    public static func values(of names: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for name in names {
            values[name] = getenv(name).flatMap { String(validatingCString: $0) }
        }
        return values
    }
}
