// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// Signals as events of the loop, through a signalfd.
///
/// The signals are blocked for the whole process when the watch is made, so make it before any thread is started: a signal that arrives early waits for its handler instead of killing the process.
@LoopActor
public final class SignalWatch {
    private let watch: DescriptorWatch

    /// Handles `signals` from now on; the handler gets each one's number.
    public init(_ signals: [Int32], handler: @escaping @LoopActor (Int32) -> Void) {
        Self.block(signals)
        var set = Self.set(of: signals)
        let descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        precondition(descriptor >= 0, "no descriptor is left for signals")
        watch = DescriptorWatch(descriptor, for: .readable) { _ in
            var info = signalfd_siginfo()
            while read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
                handler(Int32(info.ssi_signo))
            }
        }
    }

    /// Stops handling; the signals stay blocked.
    public func cancel() {
        watch.cancel()
        close(watch.descriptor)
    }

    /// Blocks `signals` in the calling thread and all it will start, until a watch for them is made: call it first thing in the program.
    public nonisolated static func block(_ signals: [Int32]) {
        var set = Self.set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Ends the process by `signal`, as if nobody had ever handled it: the parent sees what it asked for.
    public nonisolated static func die(of number: Int32) -> Never {
        signal(number, SIG_DFL)
        var set = Self.set(of: [number])
        raise(number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        // Only a process that cannot be ended by this signal, the first of a container, gets here.
        exit(128 + number)
    }

    private nonisolated static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals {
            sigaddset(&set, signal)
        }
        return set
    }

    /// Makes the process ignore `signals`: a broken pipe and a file-size limit then come back as errors of the call that met them.
    public nonisolated static func ignore(_ signals: [Int32]) {
        for number in signals {
            signal(number, SIG_IGN)
        }
    }
}
