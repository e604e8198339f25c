// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// The terminal itself: its line discipline, raw while the panel is shown and byte for byte as before afterwards, and descriptors of our own on it.
///
/// O_NONBLOCK belongs to the open file, which the shell and all it starts share. So the terminal is opened anew; only where that is not allowed (a terminal of another
/// user, after `su`) is the flag set on the shared file, and taken back.
@LoopActor
final class TerminalDevice {
    let input: Int32
    let output: Int32
    /// The modes the terminal gets back; nil while it has them.
    private(set) var saved: termios?
    private var sharedFlags: [(descriptor: Int32, flags: Int32)] = []

    /// Whether the terminal is in raw mode by our doing.
    var isRaw: Bool { saved != nil }

    init(input: Int32, output: Int32) {
        self.input = Self.reopen(input, O_RDONLY)
        self.output = Self.reopen(output, O_WRONLY)
        for descriptor in [self.input, self.output] {
            let flags = fcntl(descriptor, F_GETFL)
            guard flags >= 0, flags & O_NONBLOCK == 0 else { continue }
            sharedFlags.append((descriptor, flags))
        }
    }

    isolated deinit {
        restoreModes()
        close(input)
        close(output)
    }

    private nonisolated static func reopen(_ descriptor: Int32, _ access: Int32) -> Int32 {
        let own = open("/proc/self/fd/\(descriptor)", access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        return own >= 0 ? own : fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    }

    /// Makes the terminal raw: keys arrive one by one, unechoed, and Ctrl-C is a key.
    ///
    /// - Returns: false when the terminal is gone.
    func makeRaw() -> Bool {
        var modes = termios()
        guard tcgetattr(input, &modes) == 0 else { return false }
        if saved == nil { saved = modes }
        cfmakeraw(&modes)
        for shared in sharedFlags {
            _ = fcntl(shared.descriptor, F_SETFL, shared.flags | O_NONBLOCK)
        }
        return set(modes)
    }

    /// Gives the terminal the modes it had, at any time, any number of times.
    func restoreModes() {
        guard let saved else { return }
        self.saved = nil
        _ = set(saved)
        for shared in sharedFlags {
            _ = fcntl(shared.descriptor, F_SETFL, shared.flags)
        }
    }

    /// TCSANOW: to wait for a terminal that takes no output would be to wait for ever.
    private func set(_ modes: termios) -> Bool {
        var modes = modes
        while tcsetattr(input, TCSANOW, &modes) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }
}
