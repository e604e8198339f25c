// SPDX-License-Identifier: MIT

public import EventLoop
internal import Glibc

/// A dbus-monitor on a private bus: what really goes over it, one line per message.
@LoopActor
public final class PrivateBusMonitor {
    /// The messages so far, in dbus-monitor's words, for example `method return time=… sender=:1.1 -> destination=:1.0
    /// serial=7 reply_serial=3`.
    public private(set) var messages: [String] = []

    private let pid: pid_t
    private var watch: DescriptorWatch?
    private var rest = ""
    private var waiters: [(predicate: (String) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    /// Starts a monitor and waits until it sees everything.
    public init(_ bus: PrivateBus) async throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw PrivateBusError("no pipe: errno \(errno)") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        pid = try PrivateBus.spawn(["dbus-monitor", "--address", bus.addressText], passing: [ends[1]: 1])
        close(ends[1])
        let reader = ends[0]
        watch = DescriptorWatch(reader, for: .readable) { [weak self] _ in self?.readMore(reader) }
        // As a monitor it is no longer a client, so the bus takes its name away.
        await wait { $0.contains("member=NameLost") }
        messages = []
    }

    /// Waits for a message, unless it has been seen already.
    public func wait(for predicate: @escaping (String) -> Bool) async {
        guard !messages.contains(where: predicate) else { return }
        await withCheckedContinuation { waiters.append((predicate, $0)) }
    }

    /// Ends the monitor.
    public func stop() {
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        if let watch {
            watch.cancel()
            close(watch.descriptor)
        }
        watch = nil
    }

    private func readMore(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else {
            watch?.interest = []
            return
        }
        var lines = (rest + String(decoding: buffer[..<count], as: UTF8.self)).split(separator: "\n", omittingEmptySubsequences: false)
        rest = String(lines.removeLast())
        // Arguments are indented.
        for line in lines where !line.hasPrefix(" ") {
            take(String(line))
        }
    }

    private func take(_ message: String) {
        messages.append(message)
        let satisfied = waiters.filter { $0.predicate(message) }
        waiters.removeAll { $0.predicate(message) }
        satisfied.forEach { $0.continuation.resume() }
    }
}
