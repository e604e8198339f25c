// SPDX-License-Identifier: MIT

public import EventLoop
internal import Glibc

/// A real program as a child of the test: arguments, environment and standard descriptors given, what it writes collected, its end awaited.
///
/// The child leads a process group of its own, starts with no signal blocked or ignored and no descriptor beyond the three, and sees only the environment
/// it is given (and `PATH`): no home, no bus of the user who runs the tests. It is killed with its group when a time-out strikes or the object goes.
@LoopActor
public final class Subprocess {
    /// The child's process id, which is its group's too.
    public nonisolated let identifier: Int32

    private let output: SubprocessPipe?
    private let errors: SubprocessPipe?
    private var input: SubprocessInput?
    private var ending: SubprocessResult.Ending?
    private var consumed = 0
    private var waits = 0
    private var waiters: [Waiter] = []

    /// Starts `program`, an absolute path.
    ///
    /// - Parameters:
    ///   - environment: the whole environment, but for `PATH`, which is inherited unless given.
    ///   - isSessionLeader: whether it gets a session of its own, whose controlling terminal becomes the first terminal among its streams.
    public nonisolated static func start(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], directory: String? = nil, input: SubprocessStream = .null,
        output: SubprocessStream = .pipe, errors: SubprocessStream = .pipe, isSessionLeader: Bool = false
    ) async throws -> Subprocess {
        SignalWatch.ignore([SIGPIPE])
        let launch = SubprocessLaunch(
            program: program, arguments: arguments, environment: environment, directory: directory, streams: [input, output, errors], isSessionLeader: isSessionLeader)
        return try await onLoop { try Subprocess(launch) }
    }

    /// Runs `program` to its end.
    public nonisolated static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], directory: String? = nil, input: SubprocessStream = .null,
        output: SubprocessStream = .pipe, errors: SubprocessStream = .pipe, within limit: Duration = .seconds(20)
    ) async throws -> SubprocessResult {
        let child = try await start(program, arguments, environment: environment, directory: directory, input: input, output: output, errors: errors)
        return try await child.finish(within: limit)
    }

    private init(_ launch: SubprocessLaunch) throws {
        let started = try launch.spawn()
        identifier = started.identifier
        input = started.input.map(SubprocessInput.init)
        output = started.output.map(SubprocessPipe.init)
        errors = started.errors.map(SubprocessPipe.init)
        let child = identifier
        WorkerThread(name: "waitpid").enqueue { [weak self] in
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            let ending = SubprocessResult.Ending(waitStatus: status)
            Loop.shared.enqueue { self?.ended(ending) }
        }
        output?.onChange = { [weak self] in self?.check() }
        errors?.onChange = { [weak self] in self?.check() }
    }

    deinit {
        kill(-identifier, SIGKILL)
    }

    /// Sends a signal to the child alone.
    public func send(_ signal: Int32) {
        guard ending == nil else { return }
        kill(identifier, signal)
    }

    /// Kills the child and its whole group.
    public func terminate() {
        kill(-identifier, SIGKILL)
    }

    /// Writes to the child's input, which must be a pipe; what it is too slow to read is written later.
    public func write(_ text: String) {
        input?.write(Array(text.utf8))
    }

    /// Ends the child's input once all of it is written.
    public func closeInput() {
        input?.close()
        input = nil
    }

    /// What the child has written to standard output so far.
    public var outputSoFar: String { String(decoding: output?.bytes ?? [], as: UTF8.self) }
    /// What the child has written to standard error so far.
    public var errorsSoFar: String { String(decoding: errors?.bytes ?? [], as: UTF8.self) }

    /// Waits for the next whole line on standard output; the line comes without its end.
    public func nextLine(within limit: Duration = .seconds(10)) async throws -> String {
        try await wait(for: "a line", within: limit) { self.lineEnd != nil }
        guard let output, let end = lineEnd else { return "" }
        defer { consumed = end + 1 }
        return String(decoding: output.bytes[consumed..<end], as: UTF8.self)
    }

    /// Waits until standard output contains `text`.
    public func output(containing text: String, within limit: Duration = .seconds(10)) async throws {
        try await wait(for: "“\(text)” on standard output", within: limit) { self.outputSoFar.contains(text) }
    }

    /// Waits until standard error contains `text`.
    public func errors(containing text: String, within limit: Duration = .seconds(10)) async throws {
        try await wait(for: "“\(text)” on standard error", within: limit) { self.errorsSoFar.contains(text) }
    }

    /// Waits for the child's end, and for the end of its two pipes.
    ///
    /// A grandchild that holds a pipe open counts as not ended: it is what a shell's `$(…)` would wait for too.
    public func finish(within limit: Duration = .seconds(20)) async throws -> SubprocessResult {
        try await wait(for: "its end", within: limit) { self.isFinished }
        return result
    }

    // MARK: Waiting

    private struct Waiter {
        let number: Int
        let fact: @LoopActor () -> Bool
        let continuation: CheckedContinuation<Bool, Never>
        let timer: LoopTimer
    }

    private var isFinished: Bool { ending != nil && output?.isOpen != true && errors?.isOpen != true }
    private var result: SubprocessResult { SubprocessResult(ending: ending ?? .exited(-1), outputBytes: output?.bytes ?? [], errorBytes: errors?.bytes ?? []) }
    private var lineEnd: Int? { output?.bytes[consumed...].firstIndex(of: UInt8(ascii: "\n")) }

    private func wait(for name: String, within limit: Duration, _ fact: @escaping @LoopActor () -> Bool) async throws {
        if fact() { return }
        var inTime = true
        if !isFinished {
            waits += 1
            let number = waits
            inTime = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let timer = LoopTimer(after: limit) { self.expire() }
                    waiters.append(Waiter(number: number, fact: fact, continuation: continuation, timer: timer))
                    // A task that did not start on the loop passes through its queue before it gets here: what was waited for may have happened meanwhile.
                    check()
                }
            } onCancel: {
                Loop.shared.enqueue { self.resume(true) { $0.number == number } }
            }
        }
        if fact() { return }
        // Whoever no longer waits leaves the child alone.
        try Task.checkCancellation()
        guard !inTime else { throw SubprocessError.ended(waitingFor: name, result) }
        terminate()
        throw SubprocessError.timedOut(waitingFor: name, output: outputSoFar, errors: errorsSoFar)
    }

    private func ended(_ ending: SubprocessResult.Ending) {
        self.ending = ending
        check()
    }

    private func check() {
        resume(true) { self.isFinished || $0.fact() }
    }

    private func expire() {
        resume(false) { !$0.timer.isPending }
    }

    private func resume(_ value: Bool, where isDone: (Waiter) -> Bool) {
        let done = waiters.filter(isDone)
        waiters.removeAll(where: isDone)
        for waiter in done {
            waiter.timer.cancel()
            waiter.continuation.resume(returning: value)
        }
    }
}
