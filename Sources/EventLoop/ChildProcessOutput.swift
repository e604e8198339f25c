// SPDX-License-Identifier: MIT

internal import Glibc

/// One output of a child as it arrives: chunk by chunk, to its end.
///
/// Nothing is queued: a chunk is read when the one before has been handled, so a child that writes faster than we read waits in its own write.
@LoopActor
final class ChildProcessOutput {
    private static let chunk = 65536
    /// Chunks in the largest pipe there is without privileges, 1 MiB.
    private static let chunksInPipe = 16
    /// Nil from the end on: it may hold whoever holds us.
    private var handler: (@LoopActor ([UInt8]?) -> Void)?
    private var watch: DescriptorWatch?

    /// Reads `descriptor`, which it owns from now on, and calls `handler` with each chunk and, once, with nil at the end.
    init(consuming descriptor: Int32, handler: @escaping @LoopActor ([UInt8]?) -> Void) {
        self.handler = handler
        watch = DescriptorWatch(descriptor, for: .readable) { [weak self] _ in self?.read() }
    }

    /// Whether the end has come.
    var isClosed: Bool { watch == nil }

    /// Lets go of the descriptor.
    ///
    /// The handler is not called again.
    func close() {
        guard let watch else { return }
        self.watch = nil
        handler = nil
        watch.cancel()
        _ = Glibc.close(watch.descriptor)
    }

    /// Reads what has been written by now, as far as a pipe can hold it: whoever still writes is not waited for.
    func drain() {
        for _ in 0..<Self.chunksInPipe {
            guard read() else { return }
        }
    }

    /// Reads one chunk.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    private func read() -> Bool {
        guard let descriptor = watch?.descriptor, let handler else { return false }
        var count = 0
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, filled in
            count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            code = count < 0 ? errno : 0
            filled = max(count, 0)
        }
        if count > 0 {
            handler(bytes)
        } else if code != EAGAIN, code != EINTR {
            // The end: zero from a pipe, EIO from a terminal.
            close()
            handler(nil)
        }
        return count > 0
    }
}
