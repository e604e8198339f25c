// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import Synchronization

/// One thread that waits in one `epoll_wait`: for descriptors, timers, signals and children, and for the Swift jobs of everything isolated to ``LoopActor``.
///
/// A hop to another thread costs a bus call several microseconds and two context switches, and Swift's default executor leaves a timer behind that wakes
/// the process once a second. So all that talks to the bus, the sound server or a terminal lives on this one thread, and blocking work (disks) lives on a
/// ``WorkerThread``. At rest the loop sits in `epoll_wait` without a time-out: no wakeups at all.
///
/// Invariants:
/// - `queue`, `spare` and everything the sources own is touched on the loop's thread only; `mailbox` is the one door for other threads.
/// - Work runs in the order it was enqueued. What work enqueues runs on without asking the kernel in between, for ``rounds`` rounds; then `epoll_wait` only polls, so no source starves.
/// - A handler runs in the loop itself: it must not block.
public final class Loop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    // Safety: `queue`, `spare`, `sources`, `timers` and `result` are confined to the thread stored in `owner`; `mailbox` and `owner` have locks of their own.

    /// The loop of this process.
    public static let shared = Loop()

    enum Work {
        case job(UnownedJob)
        case call(@LoopActor () -> Void)
    }

    /// How often the queue is emptied before the descriptors are looked at again: a bus call is carried out and answered in three.
    private static let rounds = 8

    private let epoll: Int32
    private let wakeup: Int32
    private let mailbox = Mutex<[Work]>([])
    private let owner = Atomic<UInt>(0)
    private var queue: [Work] = []
    /// Empty: the memory of the batch that ran last, for the next queue.
    private var spare: [Work] = []
    /// The watches by their descriptors' numbers, which are small.
    private var sources: [DescriptorWatch?] = []
    private var result: Int32?
    let timers = TimerQueue()

    init() {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        wakeup = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        precondition(epoll >= 0 && wakeup >= 0, "no descriptors are left for the event loop")
        control(EPOLL_CTL_ADD, wakeup, clinux_epollin)
        control(EPOLL_CTL_ADD, timers.descriptor, clinux_epollin)
    }

    /// Whether the caller is on the loop's thread.
    public var isCurrent: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

    // MARK: Running

    /// Runs `body` on the loop and everything it sets in motion, on the calling thread, until `body` returns.
    ///
    /// - Returns: what `body` returned.
    public func run(_ body: @escaping @LoopActor () async -> Int32) -> Int32 {
        owner.store(UInt(pthread_self()), ordering: .relaxed)
        result = nil
        let main = task {
            let code = await body()
            self.result = code
        }
        turn()
        main.cancel()
        owner.store(0, ordering: .relaxed)
        return result ?? 0
    }

    /// Runs the loop for ever on a thread of its own: for tests and tools whose main thread is busy with something else.
    public func runInBackground() {
        guard owner.compareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged else { return }
        Thread.start(name: "event loop") {
            Loop.shared.owner.store(UInt(pthread_self()), ordering: .relaxed)
            Loop.shared.turn()
        }
    }

    private func turn() {
        let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 32)
        defer { events.deallocate() }
        while true {
            for _ in 0..<Self.rounds where result == nil && !queue.isEmpty { runQueue() }
            if result != nil { break }
            let count = epoll_wait(epoll, events.baseAddress, Int32(events.count), queue.isEmpty ? -1 : 0)
            guard count > 0 else { continue }
            for event in events[..<Int(count)] {
                deliver(event)
            }
        }
    }

    private func runQueue() {
        var batch: [Work] = []
        swap(&batch, &queue)
        swap(&queue, &spare)
        for work in batch {
            switch work {
            case .job(let job): job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            case .call(let call): LoopActor.assumeIsolated { call() }
            }
        }
        // What the work held is released here, and that may enqueue more.
        batch.removeAll(keepingCapacity: true)
        swap(&batch, &spare)
    }

    private func deliver(_ event: epoll_event) {
        let descriptor = event.data.fd
        if descriptor == wakeup {
            var count: UInt64 = 0
            _ = read(wakeup, &count, 8)
            queue += mailbox.withLock { waiting in
                defer { waiting.removeAll(keepingCapacity: true) }
                return waiting
            }
        } else if descriptor == timers.descriptor {
            LoopActor.assumeIsolated { timers.fire() }
        } else if Int(descriptor) < sources.count, let watch = sources[Int(descriptor)] {
            LoopActor.assumeIsolated { watch.deliver(Readiness(epoll: event.events)) }
        }
    }

    // MARK: Work

    /// Starts a task that never leaves the loop, not even for the parts that belong to no actor.
    public func task<Success: Sendable>(_ body: @escaping @LoopActor () async -> Success) -> Task<Success, Never> {
        Task(executorPreference: self, operation: body)
    }

    /// Starts a throwing task that never leaves the loop.
    public func throwingTask<Success: Sendable>(_ body: @escaping @LoopActor () async throws -> Success) -> Task<Success, any Error> {
        Task(executorPreference: self, operation: body)
    }

    /// Runs `call` on the loop after all that was enqueued before.
    ///
    /// May be called from any thread.
    public func enqueue(_ call: @escaping @LoopActor () -> Void) {
        enqueue(.call(call))
    }

    /// Takes a job of the Swift runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(.job(UnownedJob(job)))
    }

    private func enqueue(_ work: Work) {
        if isCurrent {
            queue.append(work)
        } else {
            let isFirst = mailbox.withLock { waiting in
                waiting.append(work)
                return waiting.count == 1
            }
            guard isFirst else { return }
            var one: UInt64 = 1
            _ = write(wakeup, &one, 8)
        }
    }

    /// The loop as the executor of actors.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Whether code without a task, a C callback for example, runs where the loop's actors are isolated (SE-0471).
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Stops the process when the caller is not on the loop's thread.
    public func checkIsolated() { precondition(isCurrent, "called off the event loop's thread") }

    // MARK: Descriptors

    func add(_ watch: DescriptorWatch, interest: Readiness) {
        let number = Int(watch.descriptor)
        while sources.count <= number { sources.append(nil) }
        sources[number] = watch
        control(EPOLL_CTL_ADD, watch.descriptor, interest.epoll)
    }

    func update(_ watch: DescriptorWatch, interest: Readiness) {
        control(EPOLL_CTL_MOD, watch.descriptor, interest.epoll)
    }

    func remove(_ watch: DescriptorWatch, whileOpen isOpen: Bool) {
        guard sources[Int(watch.descriptor)] === watch else { return }
        sources[Int(watch.descriptor)] = nil
        // A file that is closed here too early, but open elsewhere, stays watched and would speak for whoever gets its number next.
        let isClosed = control(EPOLL_CTL_DEL, watch.descriptor, 0) == EBADF
        assert(!isOpen || !isClosed, "descriptor \(watch.descriptor) was closed before its watch was cancelled")
    }

    /// Answers an error number, or 0.
    @discardableResult
    private func control(_ operation: Int32, _ descriptor: Int32, _ mask: UInt32) -> Int32 {
        var event = epoll_event(events: mask, data: epoll_data_t(fd: descriptor))
        return epoll_ctl(epoll, operation, descriptor, &event) == 0 ? 0 : errno
    }
}
