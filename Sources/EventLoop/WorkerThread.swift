// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// A thread for work that may block, disks above all: one after the other, in the order it was handed over, asleep without wakeups in between.
///
/// It is the executor of actors that do blocking work, and takes plain closures too. It ends when its last reference is gone and all its work is done.
public final class WorkerThread: SerialExecutor, TaskExecutor {
    private let inbox = Inbox()

    /// Starts the thread; `name` is what debuggers show (15 bytes at most).
    public init(name: String) {
        let inbox = self.inbox
        let executor = UnownedReference(self)
        Thread.start(name: name) {
            inbox.thread.store(UInt(pthread_self()), ordering: .relaxed)
            while let batch = inbox.take() {
                for work in batch {
                    switch work {
                    case .job(let job, _): job.runSynchronously(on: executor.value)
                    case .call(let call): call()
                    }
                }
            }
        }
    }

    deinit { inbox.close() }

    /// Runs `call` on the thread after all that was handed over before.
    public func enqueue(_ call: @escaping @Sendable () -> Void) {
        inbox.put(.call(call))
    }

    /// Takes a job of the Swift runtime; the thread stays alive until it has run.
    public func enqueue(_ job: consuming ExecutorJob) {
        inbox.put(.job(UnownedJob(job), self))
    }

    /// Runs `body` on the thread and waits for what it returns or throws.
    public func run<Success: Sendable, Failure: Error>(_ body: @escaping @Sendable () throws(Failure) -> Success) async throws(Failure) -> Success {
        let result: Result<Success, Failure> = await withCheckedContinuation { continuation in
            enqueue {
                let outcome: Result<Success, Failure>
                do throws(Failure) { outcome = .success(try body()) } catch { outcome = .failure(error) }
                continuation.resume(returning: outcome)
            }
        }
        return try result.get()
    }

    /// The thread as the executor of actors.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Whether the caller is on this thread (SE-0471).
    public func isIsolatingCurrentContext() -> Bool? { inbox.thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Stops the process when the caller is not on this thread.
    public func checkIsolated() { precondition(isIsolatingCurrentContext() == true, "called off its worker thread") }

    private enum Work {
        case job(UnownedJob, WorkerThread)
        case call(@Sendable () -> Void)
    }

    /// The executor as the thread sees it, without keeping it alive: its jobs do that.
    private struct UnownedReference: @unchecked Sendable {
        // Safety: read only while a job is at hand, and each job carries a strong reference to the executor.
        unowned(unsafe) let executor: WorkerThread
        init(_ executor: WorkerThread) { self.executor = executor }
        var value: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    }

    /// The hand-over between the two sides: a list under a lock, and a futex-like wait on an eventfd.
    private final class Inbox: @unchecked Sendable {
        // Safety: `condition` and `lock` are POSIX objects at fixed addresses; `pending` and `isClosed` are touched under `lock` only.
        let thread = Atomic<UInt>(0)
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        private var pending: [Work] = []
        private var isClosed = false

        init() {
            pthread_mutex_init(lock, nil)
            pthread_cond_init(condition, nil)
        }

        deinit {
            pthread_cond_destroy(condition)
            pthread_mutex_destroy(lock)
            condition.deallocate()
            lock.deallocate()
        }

        func put(_ work: Work) {
            pthread_mutex_lock(lock)
            pending.append(work)
            pthread_mutex_unlock(lock)
            pthread_cond_signal(condition)
        }

        func close() {
            pthread_mutex_lock(lock)
            isClosed = true
            pthread_mutex_unlock(lock)
            pthread_cond_signal(condition)
        }

        /// Waits for work; nil when there will be none any more.
        func take() -> [Work]? {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            while pending.isEmpty, !isClosed {
                pthread_cond_wait(condition, lock)
            }
            guard !pending.isEmpty else { return nil }
            defer { pending.removeAll(keepingCapacity: true) }
            return pending
        }
    }
}
