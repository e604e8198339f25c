// SPDX-License-Identifier: MIT

public import EventLoop
internal import Glibc

/// A pseudo-terminal whose other end the test holds: it presses keys, reads what is drawn, changes the window and hangs up.
///
/// What the program under test writes is interpreted as a terminal does, so that a test can wait for what a person would see.
@LoopActor
public final class PseudoTerminal {
    /// The program's end; it serves as its standard input and output.
    public nonisolated let slave: Int32
    /// Where another process opens the program's end.
    public nonisolated let path: String
    /// What the screen shows.
    public private(set) var screen: PseudoTerminalScreen
    /// All bytes the program has written.
    public private(set) var received: [UInt8] = []
    private let master: Int32
    private var watch: DescriptorWatch?
    private var waiters: [(predicate: (PseudoTerminalScreen) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    private var isClosed = false

    /// Opens a pair with a window of `columns` by `rows`.
    public init(columns: Int = 80, rows: Int = 24) {
        // What posix_openpt(3), unlockpt(3) and ptsname(3) do; Swift's Glibc module has none of them.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        var (unlocked, number): (Int32, UInt32) = (0, 0)
        _ = ioctl(master, 0x4004_5431, &unlocked)  // TIOCSPTLCK
        precondition(master >= 0 && ioctl(master, 0x8004_5430, &number) == 0, "no pseudo-terminal is left")  // TIOCGPTN
        path = "/dev/pts/\(number)"
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        precondition(slave >= 0, "the pseudo-terminal has no other end")
        screen = PseudoTerminalScreen(columns: columns, rows: rows)
        resize(columns: columns, rows: rows)
        startReading()
    }

    /// The line discipline's modes, as bytes to compare.
    public var modes: [UInt8] {
        var modes = termios()
        _ = tcgetattr(slave, &modes)
        return withUnsafeBytes(of: &modes) { Array($0) }
    }

    /// Whether the program's end is raw: unechoed, key by key, no signals.
    public var isRaw: Bool {
        var modes = termios()
        return tcgetattr(slave, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0
    }

    /// Changes the window; the kernel's signal goes to nobody, as nobody is in this terminal's session.
    public func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
        screen.resize(columns: columns, rows: rows)
    }

    /// Presses keys.
    public func type(_ text: String) { type(Array(text.utf8)) }

    /// Sends bytes as a keyboard might.
    public func type(_ bytes: [UInt8]) {
        let count = write(master, bytes, bytes.count)
        precondition(count == bytes.count, "the program doesn't read its keys")
    }

    /// Waits until what the screen shows, between two frames, is as `predicate` wants it.
    public func until(_ predicate: @escaping (PseudoTerminalScreen) -> Bool) async {
        await withCheckedContinuation { continuation in
            waiters.append((predicate, continuation))
            wakeWaiters()
        }
    }

    /// Waits until the screen shows `text` in one of its rows.
    public func shows(_ text: String) async { await until { $0.contains(text) } }

    /// Takes what the program writes, from now on.
    public func startReading() {
        guard watch == nil else { return }
        watch = DescriptorWatch(master, for: .readable) { [weak self] _ in self?.read() }
    }

    /// Lets the program write into a full pipe.
    public func stopReading() {
        watch?.cancel()
        watch = nil
    }

    /// Hangs up: the terminal's window is closed.
    public func hangUp() {
        stopReading()
        guard !isClosed else { return }
        isClosed = true
        Glibc.close(master)
    }

    /// Hangs up and closes the program's end too.
    public func close() {
        hangUp()
        Glibc.close(slave)
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(master, &buffer, buffer.count)
        guard count > 0 else {
            if count == 0 || errno != EAGAIN { stopReading() }
            return
        }
        received += buffer[..<count]
        screen.feed(buffer[..<count])
        wakeWaiters()
    }

    private func wakeWaiters() {
        guard !screen.isUpdating else { return }
        let ready = waiters.filter { $0.predicate(screen) }
        waiters.removeAll { $0.predicate(screen) }
        for waiter in ready { waiter.continuation.resume() }
    }
}
