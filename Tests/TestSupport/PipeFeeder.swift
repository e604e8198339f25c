// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc
internal import Synchronization

/// Feeds a microphone that reads from a pipe: in real time what the room sounds like, which is silence at first, and what tests have to say about a hundred times as fast.
final class PipeFeeder: Sendable {
    private struct State {
        var speeches: [(samples: [Int16], done: CheckedContinuation<Void, Never>)] = []
        var room: Int16? = 0
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

    /// Delivers this sample over and over from now on while nothing is said; nil for nothing at all.
    func setRoom(_ sample: Int16?) {
        state.withLock { $0.room = sample }
    }

    /// Ends the thread.
    func stop() {
        state.withLock { $0.isStopped = true }
    }

    private func run() {
        var descriptor: Int32 = -1
        while true {
            if descriptor < 0 { descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
            let (next, room, isStopped) = state.withLock { ($0.speeches.isEmpty ? nil : $0.speeches.removeFirst(), $0.room, $0.isStopped) }
            if let next {
                write(next.samples, to: &descriptor, isPatient: true)
                next.done.resume()
            } else if let room {
                write([Int16](repeating: room, count: 960), to: &descriptor, isPatient: false)
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
