// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// What is sent to the terminal: one write for a frame, and never a wait for it.
///
/// What the terminal doesn't take at once is sent when it is ready for more. Frames that come meanwhile are not kept: they would be old by then, so ``onDrained`` asks for
/// the newest.
@LoopActor
final class TerminalOutput {
    private let descriptor: Int32
    private let style: PanelStyle
    private var pending: ArraySlice<UInt8> = []
    private var shown: Frame?
    private var watch: DescriptorWatch?

    /// Called when the terminal has taken everything, after it had not.
    var onDrained: @LoopActor () -> Void = {}
    /// Called when the terminal is gone.
    var onFailure: @LoopActor () -> Void = {}

    /// Whether the terminal has yet to take what was sent before.
    var isBlocked: Bool { !pending.isEmpty }

    init(_ descriptor: Int32, style: PanelStyle) {
        self.descriptor = descriptor
        self.style = style
    }

    /// Shows `frame`, unless the terminal is busy with an older one.
    func show(_ frame: Frame) {
        guard !isBlocked else { return }
        let text = frame.encoded(over: shown, style)
        shown = frame
        send(text)
    }

    /// Forgets what the terminal shows, so that the next frame is drawn whole.
    func forget() { shown = nil }

    /// Sends `text` instead of what is pending; it begins so that it may come after half a sequence.
    func restart(_ text: String) {
        shown = nil
        send(text)
    }

    private func send(_ text: String) {
        pending = Array(text.utf8)[...]
        flush()
    }

    private func flush() {
        while !pending.isEmpty {
            let count = pending.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                pending = pending.dropFirst(count)
            } else if errno == EAGAIN {
                waitForTerminal()
                return
            } else if errno != EINTR {
                pending = []
                onFailure()
                return
            }
        }
        watch?.cancel()
        watch = nil
    }

    private func waitForTerminal() {
        guard watch == nil else { return }
        watch = DescriptorWatch(descriptor, for: .writable) { [weak self] readiness in
            guard let self else { return }
            guard readiness.isDisjoint(with: [.hangup, .failed]) else { return onFailure() }
            flush()
            if !isBlocked { onDrained() }
        }
    }

    /// Drops what is pending and sends `text` as the last thing, waiting a moment for a slow terminal.
    func finish(_ text: String) {
        watch?.cancel()
        watch = nil
        pending = Array(text.utf8)[...]
        var patience = 10
        while !pending.isEmpty, patience > 0 {
            let count = pending.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                pending = pending.dropFirst(count)
            } else if errno == EAGAIN {
                var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&state, 1, 20)
                patience -= 1
            } else if errno != EINTR {
                break
            }
        }
        pending = []
        shown = nil
    }
}
