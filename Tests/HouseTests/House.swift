// SPDX-License-Identifier: MIT

import Foundation

/// The sources as they lie on disk: who imports what.
struct House {
    /// A line that imports a module.
    struct Import: Hashable, CustomStringConvertible {
        var target: String
        var module: String
        var file: String
        var description: String { "\(target) → \(module) (\(file))" }
    }

    /// The package's folder.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    let files: [(target: String, path: String, text: String)]

    init() throws {
        var files: [(String, String, String)] = []
        for folder in ["Sources", "dbus", "icons"] {
            let base = Self.root.appending(path: folder)
            for case let url as URL in FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil) ?? FileManager.DirectoryEnumerator()
            where url.pathExtension == "swift" {
                let path = url.path.dropFirst(Self.root.path.count + 1)
                let target = ["dbus": "BusContract", "icons": "Icons"][folder] ?? String(path.split(separator: "/")[1])
                files.append((target, String(path), try String(contentsOf: url, encoding: .utf8)))
            }
        }
        self.files = files
    }

    var imports: Set<Import> {
        Set(
            files.flatMap { target, path, text in
                text.matches(of: /(?m)^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal |private |fileprivate )?import (?:class |struct |enum |func |var |let |protocol |typealias )?(\w+)/)
                    .map { Import(target: target, module: String($0.output.1), file: path) }
            })
    }
}
