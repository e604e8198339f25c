// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc
internal import Synchronization

/// Feeds a microphone that reads from a pipe: silence in real time, as a quiet room has it, and what tests have to say about a hundred times as fast.
final class PipeFeeder: Sendable {
    private struct State {
        var speeches: [(samples: [Int16], done: CheckedContinuation<Void, Never>)] = []
        var isSilent = false
        var isStopped = false
    }

    private let path: String
    private let state = Mutex(State())

    init(_ path: String) {
        self.path = path
        WorkerThread(name: "microphone").enqueue { self.run() }
    }

    /// Delivers samples; returns when the pipe has taken them all.
    func feed(_ samples: [Int16]) async {
        await withCheckedContinuation { done in state.withLock { $0.speeches.append((samples, done)) } }
    }

    /// Delivers nothing at all from now on, or goes on delivering.
    func setSilent(_ isSilent: Bool) {
        state.withLock { $0.isSilent = isSilent }
    }

    /// Ends the thread.
    func stop() {
        state.withLock { $0.isStopped = true }
    }

    private func run() {
        var descriptor: Int32 = -1
        let silence = [Int16](repeating: 0, count: 960)
        while true {
            if descriptor < 0 { descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
            let (next, isSilent, isStopped) = state.withLock { ($0.speeches.isEmpty ? nil : $0.speeches.removeFirst(), $0.isSilent, $0.isStopped) }
            if let next {
                write(next.samples, to: &descriptor, isPatient: true)
                next.done.resume()
            } else if !isSilent {
                write(silence, to: &descriptor, isPatient: false)
            }
            if isStopped { break }
            if next == nil { usleep(20_000) }
        }
        close(descriptor)
    }

    /// Writes what the pipe takes; with patience, all of it.
    private func write(_ samples: [Int16], to descriptor: inout Int32, isPatient: Bool) {
        samples.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty, descriptor >= 0 {
                let count = Glibc.write(descriptor, rest.baseAddress, min(rest.count, 9600))
                if count > 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                    // Faster, and the server's queue for its client overflows.
                    if isPatient { usleep(1000) }
                } else if count < 0, errno == EAGAIN {
                    guard isPatient, !state.withLock({ $0.isStopped }) else { return }
                    var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&room, 1, 100)
                } else {
                    // The microphone was unplugged; a new pipe comes with the next one.
                    close(descriptor)
                    descriptor = -1
                }
            }
        }
    }
}
