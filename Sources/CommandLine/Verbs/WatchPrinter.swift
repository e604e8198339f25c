// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

/// Prints activities one by one, never waiting for a slow reader: it is shown the newest when it is ready again.
///
/// A reader that has gone is noticed at once, not at the next change, which may be hours away: a pipe whose other end is closed says so by itself.
@LoopActor
final class WatchPrinter {
    private let options: Options
    private let context: VerbContext
    private var watch: DescriptorWatch?
    private var latest: Activity?
    private var shown: Shown?
    private var isDue = false
    private var tick: LoopTimer?
    private var hasEnded = false
    private var waiter: CheckedContinuation<Void, Never>?

    /// Whether nobody reads any more.
    private(set) var isAbandoned = false

    /// What a line said, apart from the time: only when that changes there is another line.
    private enum Shown: Equatable {
        case plain(StatusLine, SessionID)
        case json(Activity)
    }

    init(options: Options, context: VerbContext) {
        self.options = options
        self.context = context
        watch = DescriptorWatch(context.console.output.number, for: []) { [weak self] in self?.outputChanged($0) }
    }

    func receive(_ activity: Activity) {
        latest = activity
        let now = Snapshot(activity: activity, now: context.now())
        let next: Shown = options.format == .json ? .json(activity) : .plain(StatusLine(now, showsTime: false), activity.session)
        if next != shown { isDue = true }
        printIfDue()
        scheduleTick()
    }

    /// Ends the wait of ``untilEnd()``.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        tick?.cancel()
        watch?.cancel()
        watch = nil
        waiter?.resume()
        waiter = nil
    }

    /// Waits until nobody reads any more, or ``end()`` was called.
    func untilEnd() async {
        await withCheckedContinuation { continuation in
            if hasEnded { continuation.resume() } else { waiter = continuation }
        }
    }

    private func printIfDue() {
        guard isDue, !hasEnded, let latest else { return }
        // Files and /dev/null are always ready; they are what a descriptor cannot be watched for.
        guard context.console.output.isReady else {
            watch?.interest = .writable
            return
        }
        isDue = false
        watch?.interest = []
        shown = options.format == .json ? .json(latest) : .plain(StatusLine(Snapshot(activity: latest, now: context.now()), showsTime: false), latest.session)
        context.show(latest, as: options.format)
        if !context.console.isOpen { end() }
    }

    private func outputChanged(_ readiness: Readiness) {
        if readiness.isDisjoint(with: [.hangup, .failed]) {
            printIfDue()
        } else {
            isAbandoned = true
            end()
        }
    }

    private func scheduleTick() {
        tick?.cancel()
        guard options.tick, !hasEnded, let latest, latest.timer.anchor != nil else { return }
        // On the second of the take's own time, so that no line shows the same second twice.
        let elapsed = latest.timer.elapsed(at: context.now()).wholeMicroseconds
        tick = LoopTimer(after: .microseconds(1_000_000 - elapsed % 1_000_000)) { [weak self] in
            self?.isDue = true
            self?.printIfDue()
            self?.scheduleTick()
        }
    }
}
