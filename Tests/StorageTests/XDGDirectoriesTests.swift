// SPDX-License-Identifier: MIT

import Commanding
import Glibc
import Testing

@testable import Storage

@Suite("XDGDirectories")
struct XDGDirectoriesTests {
    @Test(
        arguments: [
            // HOME, XDG_DATA_HOME, the user database's home; home and data
            ("/h", nil, "/db", "/h", "/h/.local/share"),
            ("/h", "", "/db", "/h", "/h/.local/share"),
            ("/h", "share", "/db", "/h", "/h/.local/share"),
            ("/h", "./share", "/db", "/h", "/h/.local/share"),
            ("/h", "~/share", "/db", "/h", "/h/.local/share"),
            ("/h", "/d", "/db", "/h", "/d"),
            ("/h/", "/d//", "/db", "/h", "/d"),
            (nil, nil, "/db", "/db", "/db/.local/share"),
            ("", nil, "/db", "/db", "/db/.local/share"),
            ("h", nil, "/db", "/db", "/db/.local/share"),
            ("/", nil, "/db", "/", "/.local/share"),
            ("/$(touch pwn) `id`; -o x\n", nil, nil, "/$(touch pwn) `id`; -o x\n", "/$(touch pwn) `id`; -o x\n/.local/share"),
        ] as [(String?, String?, String?, String, String)])
    func `a variable that is unset, empty or relative counts as unset`(home: String?, data: String?, account: String?, wantedHome: String, wantedData: String) throws {
        var environment: [String: String] = [:]
        environment["HOME"] = home
        environment["XDG_DATA_HOME"] = data
        let directories = try XDGDirectories(environment: environment, accountHome: { account })
        #expect(directories.home == wantedHome)
        #expect(directories.data == wantedData)
    }

    @Test
    func `each folder has its own variable`() throws {
        let directories = try XDGDirectories(
            environment: ["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"], accountHome: { nil })
        #expect(directories.dataFolder == "/d/tallylight")
        #expect(directories.configurationFile == "/c/tallylight/config")
        #expect(directories.stateFolder == "/s/tallylight")
        let defaults = try XDGDirectories(environment: ["HOME": "/h"], accountHome: { nil })
        #expect(defaults.configurationFile == "/h/.config/tallylight/config")
        #expect(defaults.stateFolder == "/h/.local/state/tallylight")
    }

    @Test(arguments: [nil, "", "relative"] as [String?])
    func `without any home there is a sentence`(account: String?) {
        let error = #expect(throws: RecordingError.self) { try XDGDirectories(environment: ["HOME": ""], accountHome: { account }) }
        #expect(error?.name == .storageFailed)
        #expect(error?.message.contains("HOME") == true)
    }

    @Test
    func `the user database is asked for the real user`() throws {
        let directories = try XDGDirectories(environment: [:])
        #expect(directories.home.hasPrefix("/"))
    }

    @Test(
        arguments: [
            ("XDG_DOCUMENTS_DIR=\"$HOME/Dokumente\"", "/h/Dokumente"),
            ("XDG_DOCUMENTS_DIR=\"/data/docs\"", "/data/docs"),
            ("  XDG_DOCUMENTS_DIR = \"$HOME/Dokumente\"  # mine", "/h/Dokumente"),
            ("XDG_DOCUMENTS_DIR=\"$HOME/My \\\"best\\\" \\$tuff\"\r", "/h/My \"best\" $tuff"),
            ("XDG_DOCUMENTS_DIR=\"$HOME/a\"\nXDG_DOCUMENTS_DIR=\"$HOME/b\"\nXDG_MUSIC_DIR=\"$HOME/c\"", "/h/b"),
            ("XDG_DOCUMENTS_DIR=\"$HOME/Docs/\"", "/h/Docs"),
            ("XDG_DOCUMENTS_DIR=\"$HOME/$(touch pwn)\"", "/h/$(touch pwn)"),
            ("XDG_DOCUMENTS_DIR=\"$HOME\"", nil),
            ("XDG_DOCUMENTS_DIR=\"$HOME/\"", nil),
            ("XDG_DOCUMENTS_DIR=\"/h\"", nil),
            ("XDG_DOCUMENTS_DIR=\"/h/\"", nil),
            ("XDG_DOCUMENTS_DIR=\"docs\"", nil),
            ("XDG_DOCUMENTS_DIR=\"$XDG_DATA_HOME/docs\"", nil),
            ("XDG_DOCUMENTS_DIR=$HOME/docs", nil),
            ("XDG_DOCUMENTS_DIR=\"$HOME/docs\\", "/h/docs"),
            ("#XDG_DOCUMENTS_DIR=\"$HOME/docs\"", nil),
            ("export XDG_DOCUMENTS_DIR=\"$HOME/docs\"", nil),
            ("garbage \u{0} = \u{301}\n=\n\"", nil),
            ("", nil),
        ] as [(String, String?)])
    func `user-dirs.dirs is read as xdg-user-dirs reads it`(text: String, wanted: String?) {
        #expect(UserDirectories(parsing: Array(text.utf8), home: "/h").documents == wanted)
    }

    @Test
    func `documents are where the file says now, else in Documents`() throws {
        let folder = TemporaryFolder()
        let directories = try XDGDirectories(environment: ["HOME": folder["home"], "XDG_CONFIG_HOME": folder["config"]])
        #expect(directories.documents() == folder["home/Documents"])
        try write("XDG_DOCUMENTS_DIR=\"$HOME/Dokumente\"\n", to: folder["config/user-dirs.dirs"])
        #expect(directories.documents() == folder["home/Dokumente"])
    }

    @Test
    func `C133: root does not work in another user's home, and leaves nothing there`() throws {
        let folder = TemporaryFolder()
        // As an ordinary user the folder is another's for root already.
        if geteuid() == 0 { #expect(chown(folder.path, 1, 1) == 0) }
        for environment in [["HOME": folder["home"]], ["HOME": "/", "XDG_DATA_HOME": folder["data"]], ["HOME": "/", "XDG_STATE_HOME": folder["a/b/c"]]] {
            let directories = try XDGDirectories(environment: environment)
            let error = #expect(throws: RecordingError.self) { try directories.refuseForeignHome(as: 0) }
            #expect(error?.name == .permissionDenied)
            #expect(error?.message.contains("\(folder.path) belongs to") == true)
            guard geteuid() == 0 else { continue }
            #expect(throws: RecordingError.self) { _ = try DataFolderLock(directories) }
        }
        #expect(try tree(folder.path).isEmpty)
    }

    @Test
    func `C133: root works in its own home, and others in theirs`() throws {
        try XDGDirectories(environment: ["HOME": "/"]).refuseForeignHome(as: 0)
        let folder = TemporaryFolder()
        try XDGDirectories(environment: ["HOME": folder.path]).refuseForeignHome(as: 1000)
    }
}
