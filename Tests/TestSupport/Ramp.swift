// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc
internal import Synchronization

/// A microphone whose every sample says which one it is: a counter modulo 65 536, written to a fifo at 48 000 a second.
package final class Ramp: Sendable {
    private let position = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)
    private let thread = WorkerThread(name: "ramp")

    /// How many samples were handed to the sound server so far.
    package var count: Int { position.load(ordering: .relaxed) }

    /// Begins to write to `fifo`, which a sound server reads.
    package init(fifo: String) throws {
        let descriptor = open(fifo, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DeskError("\(fifo) cannot be opened.") }
        // 43 ms: what lies in the fifo was handed over, but has not been captured.
        let setPipeSize: Int32 = 1031
        _ = fcntl(descriptor, setPipeSize, 4096)
        thread.enqueue { [self] in
            run(descriptor)
            close(descriptor)
        }
    }

    /// Stops writing.
    package func stop() { isOver.store(true, ordering: .relaxed) }

    private func run(_ descriptor: Int32) {
        let samplesPerStep = 480
        var next = MonotonicClock.nanoseconds
        while !isOver.load(ordering: .relaxed) {
            let start = position.load(ordering: .relaxed)
            let samples = (start..<start + samplesPerStep).map { Int16(truncatingIfNeeded: $0).littleEndian }
            guard samples.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == samplesPerStep * 2 else { return }
            position.store(start + samplesPerStep, ordering: .relaxed)
            next += 10_000_000
            let now = MonotonicClock.nanoseconds
            // While nobody records, the fifo is full and the write waits: the ramp goes on from there, it does not catch up.
            if now > next + 20_000_000 { next = now }
            if now < next { usleep(UInt32((next - now) / 1000)) }
        }
    }
}
