// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// A program run as a child, with all it starts: one process group, ended together.
///
/// The life of the group, in this order:
///
/// 1. The leader, the program itself, runs; its output is handed on as it comes.
/// 2. The leader ends by itself or by ``terminate()``. It stays a zombie for now: as long as it is not reaped, its number, which is the group's too, cannot
///    become another process's, and a signal to the group reaches nobody else.
/// 3. What it wrote is read to the end. A grandchild may hold the pipes open after it: ``lingering`` after the leader's end nobody waits for it any more.
/// 4. What is left of the group is killed, the leader is reaped, and ``ending()`` returns.
///
/// The group does not outlive us either, however we end: see ``ChildProcessLifeline``.
///
/// A grandchild that has left the group, with setsid(2) for example, is beyond reach: it is neither waited for nor killed.
@LoopActor
public final class ChildProcess {
    /// How long after TERM the group is killed.
    public nonisolated static let grace = Duration.seconds(1)
    /// How long after the leader's end its output is still read, while others hold it open.
    public nonisolated static let lingering = Duration.seconds(1)
    /// The same once the group was killed, which leaves only those out of reach.
    private nonisolated static let lingeringAfterKill = Duration.milliseconds(100)

    /// The number of the process and of its group.
    public nonisolated let identifier: Int32
    private var leaderWatch: DescriptorWatch?
    private var outputs: [ChildProcessOutput] = []
    private var killTimer: LoopTimer?
    private var lingerTimer: LoopTimer?
    private var wasKilled = false
    private var isFinishing = false
    private var end: Ending?
    private var waiters: [CheckedContinuation<Ending, Never>] = []

    /// Starts `command`.
    ///
    /// - Parameters:
    ///   - command: what to run.
    ///   - output: called with each chunk of output, in order and to the end, before ``ending()`` returns. The child waits while it works.
    public init(_ command: Command, output: @escaping @LoopActor (Stream, [UInt8]) -> Void) throws(Failure) {
        let terminal = command.hasTerminal ? ChildProcessChannel.terminal() : nil
        guard let first = terminal ?? ChildProcessChannel.pipe(), let second = ChildProcessChannel.pipe() else {
            throw Failure(executable: command.executable, code: errno)
        }
        identifier = try ChildProcessSpawn.start(command, output: first.childs.number, error: second.childs.number)
        do throws(Failure) {
            try ChildProcessLifeline.tie(identifier)
            let leader = clinux_pidfd_open(identifier)
            guard leader >= 0 else { throw Failure(executable: command.executable, code: errno) }
            leaderWatch = DescriptorWatch(leader, for: .readable) { _ in self.leaderMayHaveEnded() }
        } catch {
            kill(-identifier, SIGKILL)
            waitpid(identifier, nil, 0)
            throw error
        }
        for (stream, descriptor) in [(Stream.standardOutput, first.takeOurs()), (.standardError, second.takeOurs())] {
            let reading = ChildProcessOutput(consuming: descriptor) { chunk in
                if let chunk { output(stream, chunk) } else { self.finishIfDone() }
            }
            outputs.append(reading)
        }
    }

    /// Waits until the process is gone, with its group and its output, and tells how it ended.
    ///
    /// When the waiting task is cancelled, the group is terminated; this still waits until it is gone.
    public func ending() async -> Ending {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let end { continuation.resume(returning: end) } else { waiters.append(continuation) }
            }
        } onCancel: {
            Loop.shared.enqueue { self.terminate() }
        }
    }

    /// Asks the group to end, and kills it when it has not after ``grace``.
    ///
    /// Does nothing when it was asked before, or is gone.
    public func terminate() {
        guard end == nil, killTimer == nil else { return }
        kill(-identifier, SIGTERM)
        // A stopped process hears TERM only when it goes on.
        kill(-identifier, SIGCONT)
        killTimer = LoopTimer(after: Self.grace) {
            kill(-self.identifier, SIGKILL)
            self.wasKilled = true
            self.lingerIfNeeded()
        }
    }

    private func leaderMayHaveEnded() {
        // An event can be another descriptor's that had this number before. The wait in `finish()` must not rest on it.
        guard let watch = leaderWatch else { return }
        var state = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, 0) == 1 else { return }
        leaderWatch = nil
        watch.cancel()
        close(watch.descriptor)
        finishIfDone()
        lingerIfNeeded()
    }

    private func lingerIfNeeded() {
        guard leaderWatch == nil, end == nil else { return }
        lingerTimer?.cancel()
        lingerTimer = LoopTimer(after: wasKilled ? Self.lingeringAfterKill : Self.lingering) { self.finish() }
    }

    private func finishIfDone() {
        guard leaderWatch == nil, end == nil, outputs.allSatisfy(\.isClosed) else { return }
        finish()
    }

    private func finish() {
        guard !isFinishing else { return }
        isFinishing = true
        kill(-identifier, SIGKILL)
        // A loop that comes late to its timer comes late to the output, too.
        outputs.forEach { $0.drain() }
        killTimer?.cancel()
        lingerTimer?.cancel()
        var status: Int32 = 0
        waitpid(identifier, &status, 0)
        outputs.forEach { $0.close() }
        let end = Ending(status: status)
        self.end = end
        let waiters = self.waiters
        self.waiters = []
        for waiter in waiters {
            waiter.resume(returning: end)
        }
    }
}
