// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// A program that is started for the user and goes its own way: it outlives us, and nobody ends it or reads what it writes.
///
/// For a program whose work is ours to wait for there is ``ChildProcess``.
@LoopActor
public enum LaunchedProgram {
    /// Starts `command` as the leader of a group of its own.
    ///
    /// - Parameters:
    ///   - input: what it reads, in a file without a name; nothing when it is nil.
    ///   - ended: called once when it ends while we live; what it has left in the background lives on.
    public static func start(
        _ command: ChildProcess.Command, reading input: [UInt8]? = nil, ended: @escaping @LoopActor (ChildProcess.Ending) -> Void = { _ in }
    ) throws(ChildProcess.Failure) {
        guard let nothing = OwnedDescriptor(consuming: open("/dev/null", O_WRONLY | O_CLOEXEC)) else { throw ChildProcess.Failure(executable: command.executable, code: errno) }
        let child: Int32
        if let input {
            guard let file = OwnedDescriptor(consuming: nameless(input)) else { throw ChildProcess.Failure(executable: command.executable, code: errno) }
            child = try ChildProcessSpawn.start(command, input: file.number, output: nothing.number, error: nothing.number)
        } else {
            child = try ChildProcessSpawn.start(command, output: nothing.number, error: nothing.number)
        }
        // Out of descriptors: it stays a zombie until we end, and nobody hears of its end.
        _ = ChildReaper.reap(child) { ended(ChildProcess.Ending(status: $0)) }
    }

    /// Starts `command`, and calls `failed` with the reason when it can't be started, or does not do its work.
    package static func attempt(_ command: ChildProcess.Command, reading input: [UInt8]? = nil, failed: @escaping @LoopActor (String) -> Void) {
        do throws(ChildProcess.Failure) {
            try start(command, reading: input) { ending in
                if ending != .exited(0) { failed("\(command.executable) ended: \(ending)") }
            }
        } catch {
            failed("\(error)")
        }
    }

    /// A file with these bytes, to be read from its beginning; -1 when there can be none.
    private static func nameless(_ bytes: [UInt8]) -> Int32 {
        let file = clinux_memfd("input")
        guard file >= 0 else { return -1 }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else {
                close(file)
                return -1
            }
            rest.removeFirst(count)
        }
        lseek(file, 0, SEEK_SET)
        return file
    }
}
