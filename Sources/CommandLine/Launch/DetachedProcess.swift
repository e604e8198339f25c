// SPDX-License-Identifier: MIT

// `environ` is a variable of the C library; see where it is read.
@preconcurrency internal import Glibc

/// A process that outlives us and the terminal.
///
/// It has nothing of ours: no terminal, no session, no descriptor, no signal disposition, no folder.
enum DetachedProcess {
    /// POSIX_SPAWN_SETSID, which the C library shows only to those who ask for GNU's extensions.
    private static let newSession: Int32 = 0x80

    /// Starts the program at `path`, with our environment.
    ///
    /// Moves this process to the root folder, so that the child keeps no file system busy.
    ///
    /// - Returns: its process id, or the number of the error as in errno(3).
    static func start(_ path: String, _ arguments: [String]) -> Result<Int32, DetachedProcessFailure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in STDIN_FILENO...STDERR_FILENO {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))

        _ = chdir("/")
        let words = ([path] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        var identifier: Int32 = 0
        // Safety: nothing in this program changes the environment, so reading `environ` races with nothing.
        let code = posix_spawn(&identifier, path, &actions, &attributes, words + [nil], environ)
        return code == 0 ? .success(identifier) : .failure(DetachedProcessFailure(code: code))
    }
}

/// Why a program could not be started: a number as in errno(3).
struct DetachedProcessFailure: Error {
    let code: Int32
}
