// SPDX-License-Identifier: MIT

/// What `user-dirs.dirs` says (user-dirs.dirs(5)).
///
/// A line is `XDG_name_DIR="value"`, where the value is `$HOME/…` or an absolute path, and a backslash takes what follows it literally. It looks like shell, and
/// is read the way `xdg-user-dirs` reads it: no other variable and no command is ever expanded, and a line of any other form is skipped.
package struct UserDirectories: Hashable {
    /// The folder for documents; nil when there is none: a folder is switched off by naming the home folder itself.
    package let documents: String?

    package init(parsing bytes: [UInt8], home: String) {
        var documents: String?
        for entry in KeyValueLines.parse(bytes) where entry.key == "XDG_DOCUMENTS_DIR" {
            guard let value = Self.unquoted(entry.value), let path = Self.path(value, home: home) else { continue }
            // The last line wins.
            documents = path
        }
        self.documents = documents == home ? nil : documents
    }

    /// What is between the quotation marks, or nil when there is none at the beginning.
    ///
    /// Whatever follows the second does not count.
    private static func unquoted(_ text: String) -> String? {
        var bytes = text.utf8.makeIterator()
        guard bytes.next() == UInt8(ascii: "\"") else { return nil }
        var value: [UInt8] = []
        while let byte = bytes.next(), byte != UInt8(ascii: "\"") {
            guard let literal = byte == UInt8(ascii: "\\") ? bytes.next() : byte else { break }
            value.append(literal)
        }
        return String(decoding: value, as: UTF8.self)
    }

    private static func path(_ value: String, home: String) -> String? {
        let path: String
        if value == "$HOME" {
            path = home
        } else if value.hasPrefix("$HOME/") {
            path = Files.join(home, String(value.dropFirst("$HOME/".count)))
        } else {
            path = value
        }
        guard path.hasPrefix("/") else { return nil }
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
