// SPDX-License-Identifier: MIT

import Commanding
import Glibc
import Testing

@testable import Storage

@Suite("DataFolderLock")
struct DataFolderLockTests {
    @Test
    func `one recorder has the folder at a time, and the loser touches no file`() throws {
        let stage = try Stage()
        do {
            let lock = try DataFolderLock(stage.directories)
            let before = try tree(stage.folder.path)
            let error = #expect(throws: RecordingError.self) { _ = try DataFolderLock(stage.directories) }
            #expect(error?.name == .invalidState)
            #expect(error?.message.contains(stage.directories.dataFolder) == true)
            #expect(try tree(stage.folder.path) == before)
            withExtendedLifetime(lock) {}
        }
        _ = try DataFolderLock(stage.directories)
    }

    @Test
    func `the lock dies with its process`() async throws {
        let stage = try Stage()
        let home = stage.directories.home
        await #expect(processExitsWith: .signal(SIGKILL)) { [home = home as String] in
            let lock = try DataFolderLock(XDGDirectories(environment: ["HOME": home]))
            kill(getpid(), SIGKILL)
            withExtendedLifetime(lock) {}
        }
        _ = try DataFolderLock(stage.directories)
    }

    @Test
    func `a child that outlives the recorder does not hold its lock`() throws {
        let stage = try Stage()
        var child = pid_t()
        do {
            let lock = try DataFolderLock(stage.directories)
            var words = ["sleep", "600"].map { $0.withCString { strdup($0) } } + [nil]
            defer { for word in words { free(word) } }
            #expect(posix_spawnp(&child, "sleep", nil, nil, &words, environ) == 0)
            withExtendedLifetime(lock) {}
        }
        defer {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
        }
        _ = try DataFolderLock(stage.directories)
    }

    @Test(arguments: ["pid of another", "pid 1", "garbage", "empty", "folder", "nobody may read it"])
    func `C131: no file is taken for a lock`(kind: String) throws {
        let stage = try Stage()
        for name in ["lock", "pid", "recorder.pid", "tallylight.lock"] {
            let path = Files.join(stage.directories.dataFolder, name)
            switch kind {
            case "pid of another": try write("\(getppid())\n", to: path)
            case "pid 1": try write("1\n", to: path)
            case "garbage": try write("\u{0}\u{FFFD}-1e99", to: path)
            case "folder": try Files.makeFolder(path)
            default: try write("", to: path)
            }
            if kind == "nobody may read it" { chmod(path, 0) }
        }
        _ = try DataFolderLock(stage.directories)
    }

    @Test
    func `a folder that can't be made has its own error`() throws {
        let stage = try Stage()
        try write("", to: stage.folder["home/.local"])
        let error = #expect(throws: RecordingError.self) { _ = try DataFolderLock(stage.directories) }
        #expect(error?.name == .storageFailed)
        #expect(error?.message.contains(stage.folder["home/.local"]) == true)
    }
}
