// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import Synchronization

/// A microphone whose every sample says which one it is: a counter modulo 65 536, written to a fifo at 48 000 a second.
final class Ramp: Sendable {
    private let position = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)
    private let thread = WorkerThread(name: "ramp")

    /// How many samples were handed to the sound server so far.
    var count: Int { position.load(ordering: .relaxed) }

    /// Begins to write to `fifo`, which a sound server reads.
    init(fifo: String) throws {
        let descriptor = open(fifo, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("\(fifo) cannot be opened.") }
        // 43 ms: what lies in the fifo was handed over, but has not been captured.
        let setPipeSize: Int32 = 1031
        _ = fcntl(descriptor, setPipeSize, 4096)
        thread.enqueue { [self] in
            run(descriptor)
            close(descriptor)
        }
    }

    /// Stops writing.
    func stop() { isOver.store(true, ordering: .relaxed) }

    /// How many seconds lie between the last of `samples` and the sample `end`.
    ///
    /// - Parameters:
    ///   - samples: what a file holds; its first sample was captured around the sample `start`.
    /// - Throws: when a sample is missing in between, or is another than was played.
    static func loss(of samples: [Int16], from start: Int, to end: Int) throws -> Double {
        guard let sample = samples.first else { throw Failure("The file holds no audio.") }
        let first = start + Int(Int16(truncatingIfNeeded: Int(sample) - start))
        guard samples.indices.allSatisfy({ samples[$0] == Int16(truncatingIfNeeded: first + $0) }) else { throw Failure("The file is not the ramp that was played.") }
        return Double(end - (first + samples.count)) / 48000
    }

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
