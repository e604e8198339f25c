// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Recording

/// The take that is open: its file, its count of frames, and what is heard in it.
@LoopActor
final class CaptureTake {
    let writer: FLACWriter
    var tally = FrameTally()
    private(set) var monitor = SignalMonitor()
    /// How much more the disk can take at least, when that is little.
    var timeLeft: Duration?
    private var board = NoticeBoard()
    /// The source it was last recorded from.
    var source: PulseSource?

    init(_ writer: FLACWriter) { self.writer = writer }

    /// The frames that come next begin a new stretch, about which nothing has been told yet.
    func beginStretch() {
        tally.beginStretch()
        monitor = SignalMonitor()
        board = NoticeBoard()
    }

    /// Takes frames in, on their way to the file.
    func append(_ frames: UnsafeBufferPointer<Int16>, of waiting: Int, at now: MonotonicTime) {
        tally.add(frames.count, of: waiting, at: now)
        monitor.hear(frames)
        writer.append(frames)
    }

    /// Puts a notice up or takes it down; returns what is to be told, if anything.
    func set(_ notice: Notice, _ isUp: Bool) -> CaptureEvent? {
        let event = board.set(notice, isUp)
        return event == .noticed(.lowDisk) ? .noticed(.lowDisk, timeLeft: timeLeft) : event
    }
}
