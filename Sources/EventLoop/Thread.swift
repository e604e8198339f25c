// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// A thread that is started once and never joined: it lives as long as the process, or returns by itself.
enum Thread {
    private final class Body {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Starts `body` on a new thread with every signal blocked: signals are the event loop's, through its signalfd.
    ///
    /// But for those of a crash: blocked, they end the process past whoever handles them.
    static func start(name: String, _ body: @escaping @Sendable () -> Void) {
        var everything = sigset_t()
        var before = sigset_t()
        sigfillset(&everything)
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            sigdelset(&everything, number)
        }
        pthread_sigmask(SIG_BLOCK, &everything, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                _ = clinux_set_thread_name(body.name)
                body.run()
                return nil
            },
            Unmanaged.passRetained(Body(name: name, run: body)).toOpaque())
        precondition(code == 0, "no thread could be started")
        pthread_detach(thread)
    }
}
