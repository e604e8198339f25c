// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// The start of a child process: posix_spawn(3) with everything set that a child must not inherit from us.
enum ChildProcessSpawn {
    /// Starts `command` with every descriptor but the standard ones closed, and no signal ignored.
    ///
    /// - Parameters:
    ///   - input: what it reads; nothing when it is nil.
    ///   - output: where its output goes.
    ///   - error: where its errors go.
    /// - Returns: its process number, which is that of its group too: it leads a new one.
    static func start(_ command: ChildProcess.Command, input: Int32? = nil, output: Int32, error: Int32) throws(ChildProcess.Failure) -> pid_t {
        let strings = [command.executable, command.workingDirectory] + command.arguments + command.environment.flatMap { [$0.key, $0.value] }
        guard !strings.contains(where: { $0.utf8.contains(0) }) else { throw ChildProcess.Failure(executable: command.executable, code: EINVAL) }
        var child: pid_t = 0
        let code = withActions(command, input: input, output: output, error: error) { actions in
            withAttributes { attributes in
                withCStrings([command.executable] + command.arguments) { arguments in
                    withCStrings(command.environment.map { "\($0.key)=\($0.value)" }) { environment in
                        posix_spawn(&child, command.executable, actions, attributes, arguments, environment)
                    }
                }
            }
        }
        guard code == 0 else { throw ChildProcess.Failure(executable: command.executable, code: code) }
        return child
    }

    private static func withActions(
        _ command: ChildProcess.Command, input: Int32?, output: Int32, error: Int32, _ body: (UnsafePointer<posix_spawn_file_actions_t>) -> Int32
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let codes = [
            input.map { posix_spawn_file_actions_adddup2(&actions, $0, STDIN_FILENO) } ?? posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0),
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO),
            posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO),
            posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1),
            posix_spawn_file_actions_addchdir_np(&actions, command.workingDirectory),
        ]
        return codes.first { $0 != 0 } ?? body(&actions)
    }

    private static func withAttributes(_ body: (UnsafePointer<posix_spawnattr_t>) -> Int32) -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        sigfillset(&all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return body(&attributes)
    }

    private static func withCStrings(_ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32) -> Int32 {
        let copies = strings.map { strdup($0) } + [nil]
        defer { copies.forEach { free($0) } }
        return copies.withUnsafeBufferPointer { pointers in pointers.baseAddress.map(body) ?? EINVAL }
    }
}
