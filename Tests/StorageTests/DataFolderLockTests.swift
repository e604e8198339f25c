// SPDX-License-Identifier: MIT

import Commanding
import Glibc
import Testing

@testable import Storage

@Suite("DataFolderLock")
struct DataFolderLockTests {
    // A child that any other thread of this process is just starting has the lock too, until it runs its program. So what gives a lock back and wants it again
    // does so in a process that starts no others.

    @Test
    func `one recorder has the folder at a time, and the loser touches no file`() async throws {
        let stage = try Stage()
        let path = stage.folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let stage = try Stage(TemporaryFolder(borrowed: path))
            do {
                let lock = try DataFolderLock(stage.directories)
                let before = try tree(path)
                let error = #expect(throws: RecordingError.self) { _ = try DataFolderLock(stage.directories) }
                #expect(error?.name == .invalidState)
                #expect(error?.message.contains(stage.directories.dataFolder) == true)
                #expect(try tree(path) == before)
                withExtendedLifetime(lock) {}
            }
            _ = try DataFolderLock(stage.directories)
        }
    }

    @Test
    func `the lock dies with its process`() async throws {
        let stage = try Stage()
        let path = stage.folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let lock = try DataFolderLock(Stage(TemporaryFolder(borrowed: path)).directories)
            kill(getpid(), SIGKILL)
            withExtendedLifetime(lock) {}
        }
        _ = try DataFolderLock(stage.directories)
    }

    @Test
    func `a child that outlives the lock does not hold it`() async throws {
        let stage = try Stage()
        let path = stage.folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let directories = try Stage(TemporaryFolder(borrowed: path)).directories
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            var child = pid_t()
            do {
                let lock = try DataFolderLock(directories)
                var actions = posix_spawn_file_actions_t()
                posix_spawn_file_actions_init(&actions)
                posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
                var words = ["sh", "-c", "echo; exec sleep 600"].map { $0.withCString { strdup($0) } } + [nil]
                #expect(posix_spawnp(&child, "sh", &actions, nil, &words, environ) == 0)
                // The kernel lets the parent go on before it has closed what the child is not to inherit: the child's word says that it is past that.
                var word: UInt8 = 0
                #expect(read(ends[0], &word, 1) == 1)
                withExtendedLifetime(lock) {}
            }
            defer { kill(child, SIGKILL) }
            _ = try DataFolderLock(directories)
        }
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
