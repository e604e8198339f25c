// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// The loop's timers in the order they are due, all on one timerfd that is armed for the first of them and else silent.
///
/// A sorted array: the recorder has a handful of timers at a time.
final class TimerQueue: @unchecked Sendable {
    // Safety: `timers` is touched on the loop's thread only, which the isolation of its methods states.
    let descriptor: Int32
    private var timers: [LoopTimer] = []

    init() {
        descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
        precondition(descriptor >= 0, "no descriptor is left for the event loop's timers")
    }

    @LoopActor
    func insert(_ timer: LoopTimer) {
        let index = timers.firstIndex { $0.deadline > timer.deadline } ?? timers.endIndex
        timers.insert(timer, at: index)
        if index == 0 { arm() }
    }

    @LoopActor
    func remove(_ timer: LoopTimer) {
        guard let index = timers.firstIndex(where: { $0 === timer }) else { return }
        timers.remove(at: index)
        if index == 0 { arm() }
    }

    @LoopActor
    func fire() {
        var expirations: UInt64 = 0
        _ = read(descriptor, &expirations, 8)
        let now = MonotonicClock.nanoseconds
        let due = timers.prefix { $0.deadline <= now }
        timers.removeFirst(due.count)
        arm()
        for timer in due {
            timer.fire()
        }
    }

    @LoopActor
    private func arm() {
        // All zeros disarms it; a deadline is never zero, for CLOCK_MONOTONIC has left zero behind at boot.
        let deadline = timers.first?.deadline ?? 0
        var spec = itimerspec()
        spec.it_value = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        _ = timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &spec, nil)
    }
}
