// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

/// Prints what is seen of a recorder, one by one, never waiting for a slow reader: it is shown the newest when it is ready again.
///
/// A reader that has gone is noticed at once, not at the next change, which may be hours away: a pipe whose other end is closed says so by itself.
@LoopActor
final class WatchPrinter {
    private let options: Options
    private let console: Console
    private let now: @Sendable () -> MonotonicTime
    private var watch: DescriptorWatch?
    private var latest: RecorderSight?
    private var shown: Shown?
    private var isDue = false
    private var tick: LoopTimer?
    private var hasEnded = false
    private var waiter: CheckedContinuation<Void, Never>?

    /// Whether nobody reads any more.
    private(set) var isAbandoned = false

    /// What a line said: only when that changes there is another line.
    ///
    /// For people and scripts, the time alone says nothing.
    private enum Shown: Equatable {
        case plain(StatusLine, SessionID)
        case sight(RecorderSight)
        case line(String)
    }

    init(options: Options, console: Console, now: @escaping @Sendable () -> MonotonicTime) {
        self.options = options
        self.console = console
        self.now = now
        watch = DescriptorWatch(console.output.number, for: []) { [weak self] in self?.outputChanged($0) }
    }

    func receive(_ sight: RecorderSight) {
        latest = sight
        if content(of: sight) != shown { isDue = true }
        printIfDue()
        scheduleTick()
    }

    private func content(of sight: RecorderSight) -> Shown {
        switch (options.format, sight) {
        case (.plain, .activity(let activity)): .plain(StatusLine(Snapshot(activity: activity, now: now()), showsTime: false), activity.session)
        case (.plain, .absent), (.json, _): .sight(sight)
        case (.waybar, _), (.i3blocks, _), (.polybar, _), (.tmux, _): .line(options.format.line(sight, at: now()))
        }
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
        guard console.output.isReady else {
            watch?.interest = .writable
            return
        }
        isDue = false
        watch?.interest = []
        shown = content(of: latest)
        console.line(options.format.line(latest, at: now()))
        if !console.isOpen { end() }
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
        tick = nil
        guard options.tick || options.follows, !hasEnded, case .activity(let activity) = latest, activity.timer.anchor != nil else { return }
        // On the second of the take's own time, so that no line shows the same second twice.
        let elapsed = activity.timer.elapsed(at: now()).wholeMicroseconds
        tick = LoopTimer(after: .microseconds(1_000_000 - elapsed % 1_000_000)) { [weak self] in self?.secondPassed() }
    }

    private func secondPassed() {
        // A bar need not hear the same twice; who asked for ticks did so to see each.
        if let latest, !options.format.isForBar || content(of: latest) != shown { isDue = true }
        printIfDue()
        scheduleTick()
    }
}
