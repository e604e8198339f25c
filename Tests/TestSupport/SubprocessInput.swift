// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// The test's end of the pipe a child reads from.
@LoopActor
final class SubprocessInput {
    private let descriptor: Int32
    private var pending: [UInt8] = []
    private var isClosing = false
    private var watch: DescriptorWatch?

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        // The handler keeps the object until all is written; closing breaks the cycle.
        watch = DescriptorWatch(descriptor, for: []) { readiness in self.flush(isBroken: readiness.contains(.failed)) }
    }

    func write(_ bytes: [UInt8]) {
        pending += bytes
        watch?.interest = .writable
    }

    func close() {
        isClosing = true
        watch?.interest = .writable
    }

    private func flush(isBroken: Bool) {
        let count = pending.isEmpty ? 0 : Glibc.write(descriptor, pending, pending.count)
        let isOver = isBroken || (count < 0 && errno != EAGAIN)
        pending.removeFirst(max(0, count))
        if isOver || (pending.isEmpty && isClosing) {
            watch?.cancel()
            watch = nil
            Glibc.close(descriptor)
        } else if pending.isEmpty {
            watch?.interest = []
        }
    }
}
