// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// Reads what a bar writes to its command, and forgets it: i3blocks sends every click, and would wait for ever once the pipe was full.
@LoopActor
final class ClickSink {
    private var watch: DescriptorWatch?

    /// A sink at `descriptor`; nil when it is no pipe: a terminal would stop a job that reads, and nothing else ever waits.
    init?(_ descriptor: Int32 = STDIN_FILENO) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        watch = DescriptorWatch(descriptor, for: .readable) { [weak self] _ in self?.swallow(descriptor) }
    }

    /// Ends it.
    func cancel() {
        watch?.cancel()
        watch = nil
    }

    private func swallow(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        // Once per turn: this does not wait, for there is something.
        if read(descriptor, &buffer, buffer.count) <= 0 { cancel() }
    }
}
