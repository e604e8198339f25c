// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc
internal import Terminal

/// The signals of a process that shows a panel: they end it in order, with the terminal as it was, or tell it something about its window.
@LoopActor
final class PanelSignals {
    private var watch: SignalWatch?
    /// The signal that asked the process to end.
    private(set) var last: Int32?

    init(_ session: TerminalSession) {
        watch = SignalWatch([SIGWINCH, SIGCONT, SIGINT, SIGHUP, SIGTERM, SIGQUIT]) { [weak self] number in
            switch number {
            case SIGWINCH: session.windowChanged()
            case SIGCONT: session.resume()
            default:
                self?.last = number
                session.end(number == SIGHUP ? .hangup : .detached)
            }
        }
    }

    func cancel() {
        watch?.cancel()
        watch = nil
    }
}
