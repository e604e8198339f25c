// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc
internal import Logging
internal import Recording
internal import Terminal

/// What signals mean to the recorder: each is a whole command or nothing at all.
///
/// | signal | meaning |
/// |---|---|
/// | TERM, QUIT, XCPU, and INT without a terminal | save the open take and end |
/// | INT with a terminal | what Ctrl-C does in it: with an open take it asks |
/// | HUP | the terminal is gone: pause and live on, or end where no take is open |
/// | WINCH, CONT | the terminal's, if there is one |
/// | USR1, USR2, ALRM, PIPE, XFSZ | ignored |
extension RecorderProcess {
    /// The signals that are handled on the loop.
    nonisolated static let handled = [SIGTERM, SIGQUIT, SIGXCPU, SIGINT, SIGHUP, SIGWINCH, SIGCONT]
    /// The signals that mean nothing here, and would end a process that says nothing about them.
    nonisolated static let ignored = [SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE, SIGXFSZ]

    func receive(signal: Int32) {
        switch signal {
        case SIGWINCH: session?.windowChanged()
        case SIGCONT: session?.resume()
        case SIGHUP: hangUp()
        case SIGINT where session != nil: session?.interrupt()
        default:
            guard fatalSignal == nil else { return }
            log.notice("signal \(signal): the recorder saves what is open and ends")
            fatalSignal = signal
            end { [recorder] in await recorder.shutDown() }
        }
    }

    private func hangUp() {
        log.notice("signal \(SIGHUP): the terminal is gone")
        if let session { session.end(.hangup) } else { end { await self.liveOn() } }
    }

    /// Puts nothing in the place of a terminal, whose descriptors only fail from now on; a log that goes elsewhere goes on.
    func detachFromTerminal() {
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { return }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { continue }
            dup2(nothing, descriptor)
        }
        close(nothing)
    }
}
