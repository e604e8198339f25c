// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// The test's end of a pipe a child writes to.
@LoopActor
final class SubprocessPipe {
    private(set) var bytes: [UInt8] = []
    private(set) var isOpen = true
    var onChange: (@LoopActor () -> Void)?
    private var watch: DescriptorWatch?

    init(_ descriptor: Int32) {
        // An event may be left over from a descriptor that had this number before: a read must not block.
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        watch = DescriptorWatch(descriptor, for: .readable) { [weak self] _ in self?.read(descriptor) }
    }

    isolated deinit { close() }

    private func read(_ descriptor: Int32) {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        if count > 0 {
            bytes += chunk[..<count]
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            close()
        }
        onChange?()
    }

    private func close() {
        guard let watch else { return }
        watch.cancel()
        Glibc.close(watch.descriptor)
        self.watch = nil
        isOpen = false
    }
}
