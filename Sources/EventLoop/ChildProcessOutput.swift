// SPDX-License-Identifier: MIT

internal import Glibc

/// One output of a child as it arrives: chunk by chunk, to its end.
///
/// Nothing is queued: a chunk is read when the one before has been handled, so a child that writes faster than we read waits in its own write.
@LoopActor
final class ChildProcessOutput {
    private static let chunk = 65536
    private var watch: DescriptorWatch?

    /// Reads `descriptor`, which it owns from now on, and calls `handler` with each chunk and, once, with nil at the end.
    init(consuming descriptor: Int32, handler: @escaping @LoopActor ([UInt8]?) -> Void) {
        watch = DescriptorWatch(descriptor, for: .readable) { [weak self] _ in
            self?.read(handler)
        }
    }

    /// Whether the end has come.
    var isClosed: Bool { watch == nil }

    /// Lets go of the descriptor.
    ///
    /// The handler is not called again.
    func close() {
        guard let watch else { return }
        self.watch = nil
        watch.cancel()
        _ = Glibc.close(watch.descriptor)
    }

    private func read(_ handler: @LoopActor ([UInt8]?) -> Void) {
        guard let descriptor = watch?.descriptor else { return }
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
    }
}
