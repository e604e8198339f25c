// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("EventLoop")
struct EventLoopTests {
    @Test
    func `work runs in the order it was enqueued, from any thread`() async throws {
        let seen = try await onLoop {
            let recorder = Recorder()
            await withCheckedContinuation { continuation in
                for number in 0..<1000 {
                    Loop.shared.enqueue { recorder.numbers.append(number) }
                }
                Loop.shared.enqueue { continuation.resume() }
            }
            return recorder.numbers
        }
        #expect(seen == Array(0..<1000))
    }

    // The batch that had run was released after the queue had been found empty, and then took the place of the queue.
    @Test
    func `work that is enqueued while finished work is released is not lost`() async throws {
        try await onLoop {
            await withCheckedContinuation { continuation in
                let last = LastWord { continuation.resume() }
                Loop.shared.enqueue { _ = last }
            }
        }
    }

    @Test
    func `timers fire in the order of their deadlines`() async throws {
        let seen = try await onLoop {
            let recorder = Recorder()
            LoopTimer(after: .milliseconds(20)) { recorder.numbers.append(2) }
            LoopTimer(after: .milliseconds(10)) { recorder.numbers.append(1) }
            let cancelled = LoopTimer(after: .milliseconds(5)) { recorder.numbers.append(0) }
            cancelled.cancel()
            try await LoopTimer.sleep(for: .milliseconds(30))
            return recorder.numbers
        }
        #expect(seen == [1, 2])
    }

    @Test
    func `a cancelled sleep ends at once`() async throws {
        let task = Loop.shared.throwingTask { try await LoopTimer.sleep(for: .seconds(60)) }
        Loop.shared.runInBackground()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test
    func `a readable descriptor calls its handler`() async throws {
        let byte = try await onLoop {
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            let reader = ends[0]
            let byte: UInt8 = await withCheckedContinuation { continuation in
                let holder = Holder()
                holder.watch = DescriptorWatch(reader, for: .readable) { _ in
                    var byte: UInt8 = 0
                    _ = read(reader, &byte, 1)
                    holder.watch?.cancel()
                    continuation.resume(returning: byte)
                }
                _ = write(ends[1], "x", 1)
            }
            close(ends[0])
            close(ends[1])
            return byte
        }
        #expect(byte == UInt8(ascii: "x"))
    }

    @Test
    func `a worker thread runs blocking work in order and returns its result`() async throws {
        let worker = WorkerThread(name: "test")
        let value = await worker.run { 42 }
        #expect(value == 42)
        await #expect(throws: CancellationError.self) { try await worker.run { throw CancellationError() } }
    }
}

@LoopActor
private final class Recorder {
    var numbers: [Int] = []
    nonisolated init() {}
}

@LoopActor
private final class Holder {
    var watch: DescriptorWatch?
    nonisolated init() {}
}

/// Enqueues something when it is released.
private final class LastWord: Sendable {
    private let word: @LoopActor @Sendable () -> Void
    init(_ word: @escaping @LoopActor @Sendable () -> Void) { self.word = word }
    deinit { Loop.shared.enqueue(word) }
}
