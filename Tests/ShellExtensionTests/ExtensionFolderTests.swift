// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import ShellExtension

@Suite("The folder of the extension")
struct ExtensionFolderTests {
    private let home = ScratchFolder()
    private var folder: ExtensionFolder { ExtensionFolder(dataHome: home.file("data")) }
    private var extensions: String { home.file("data/gnome-shell/extensions") }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test
    func `it is made with all that is missing above it, readable for the shell`() throws {
        try folder.install(.script)
        #expect(folder.path == "\(extensions)/tallylight@tallylight.org")
        #expect(ScratchFolder.names(in: folder.path) == ["extension.js", "icons", "metadata.json", "stylesheet.css"])
        #expect(ScratchFolder.names(in: "\(folder.path)/icons").count == 5)
        #expect(mode(home.file("data")) == 0o700)
        #expect(mode(folder.path) == 0o755)
        #expect(mode("\(folder.path)/icons") == 0o755)
        #expect(mode("\(folder.path)/extension.js") == 0o644)
    }

    @Test
    func `what an older version left goes, and what was begun and never ended`() throws {
        try folder.install(.script)
        try Array("old".utf8).write(to: "\(folder.path)/prefs.js")
        mkdir("\(folder.path)/locale", 0o700)
        mkdir("\(folder.path).new", 0o700)
        try Array("half".utf8).write(to: "\(folder.path).new/extension.js")
        try folder.install(.module)
        #expect(ScratchFolder.names(in: folder.path) == ["extension.js", "icons", "metadata.json", "stylesheet.css"])
        #expect(ScratchFolder.names(in: extensions) == ["tallylight@tallylight.org"])
    }

    @Test
    func `a link to a developer's copy is replaced, the copy is left alone`() throws {
        try folder.install(.script)
        #expect(rename(folder.path, home.file("copy")) == 0)
        symlink(home.file("copy"), folder.path)
        try folder.install(.module)
        #expect(ScratchFolder.names(in: home.file("copy")).count == 4)
        #expect(try folder.remove())
        #expect(ScratchFolder.names(in: home.file("copy")).count == 4)
    }

    @Test
    func `it is taken away, and only once`() throws {
        #expect(try !folder.remove())
        try folder.install(.script)
        #expect(folder.exists)
        #expect(try folder.remove())
        #expect(!folder.exists)
        #expect(ScratchFolder.names(in: extensions) == [])
        #expect(try !folder.remove())
    }

    @Test
    func `where a file is in the way the error says which`() throws {
        try Array("".utf8).write(to: home.file("data"))
        #expect(throws: ExtensionFolderError(path: home.file("data/gnome-shell"), code: ENOTDIR)) { try folder.install(.script) }
    }
}

extension [UInt8] {
    /// Writes a new file.
    func write(to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        try #require(Glibc.write(file, self, count) == count)
    }
}
