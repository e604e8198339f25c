// SPDX-License-Identifier: MIT

import Glibc

@testable import Storage

/// A small file system of a test's own, mounted where only the test's child sees it, and reached through that child's root.
///
/// No mount is left whatever becomes of the test: it is gone with the child. The child is a shell in a mount namespace, which takes commands.
final class Disk: Sendable {
    private let shell: pid_t
    private let input: Int32
    private let output: Int32
    private let mountPoint: TemporaryFolder

    /// The root of the file system, as the test sees it.
    var path: String { "/proc/\(shell)/root\(mountPoint.path)" }

    /// Mounts a tmpfs with `options` of mount(8).
    init(_ options: String) throws {
        mountPoint = TemporaryFolder()
        var toShell: [Int32] = [0, 0]
        var fromShell: [Int32] = [0, 0]
        try Files.check("pipe") { pipe(&toShell) }
        try Files.check("pipe") { pipe(&fromShell) }
        for end in toShell + fromShell { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toShell[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromShell[1], 1)
        var words = ["unshare", "--map-root-user", "--mount", "sh"].map { $0.withCString { strdup($0) } } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        let code = posix_spawnp(&child, "unshare", &actions, nil, &words, environ)
        close(toShell[0])
        close(fromShell[1])
        (shell, input, output) = (child, toShell[1], fromShell[0])
        guard code == 0 else { throw FileError(code, "unshare") }
        try run("mount -t tmpfs -o \(options) tmpfs \(mountPoint.path)")
    }

    deinit {
        close(input)
        close(output)
        kill(shell, SIGKILL)
        var status: Int32 = 0
        waitpid(shell, &status, 0)
    }

    /// Changes how it is mounted.
    func remount(_ options: String) throws { try run("mount -o remount,\(options) \(mountPoint.path)") }

    /// Leaves not a byte free.
    func fill() throws {
        let file = try Descriptor("\(path)/filler", O_WRONLY | O_CREAT | O_APPEND)
        for size in [1 << 16, 1 << 12, 1] {
            while (try? file.write([UInt8](repeating: 0, count: size))) != nil {}
        }
    }

    /// Makes room again.
    func drain() throws { try Files.remove("\(path)/filler") }

    private func run(_ command: String) throws {
        let line = Array("\(command) && echo y || echo n\n".utf8)
        try Files.check("shell") { Glibc.write(input, line, line.count) }
        var answer: [UInt8] = [0, 0]
        guard Glibc.read(output, &answer, 2) == 2, answer[0] == UInt8(ascii: "y") else { throw FileError(EPERM, command) }
    }
}
