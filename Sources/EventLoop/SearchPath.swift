// SPDX-License-Identifier: MIT

internal import Glibc

/// Folders in the order in which something is looked for, as `PATH` lists them.
///
/// Relative ones are passed over: what is in the folder one happens to be in is not what anybody means.
package struct SearchPath: Sendable {
    /// The folders, all absolute.
    package let folders: [String]

    /// The folders of a list with colons between them.
    package init(_ list: String) {
        folders = list.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    }

    /// The path of the first program called `name`; nil when there is none.
    package func program(_ name: String) -> String? {
        folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
