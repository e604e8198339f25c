// SPDX-License-Identifier: MIT

internal import CPulse
internal import EventLoop
internal import Glibc

/// A timer of libpulse.
///
/// To a main loop that is not its own, libpulse tells times of the wall clock. The delay is taken when the timer is set and then measured on CLOCK_MONOTONIC: a step of the wall
/// clock moves nothing.
@LoopActor
final class PulseTimeEvent {
    private let api: UnsafeMutablePointer<pa_mainloop_api>?
    private let callback: pa_time_event_cb_t?
    private let userdata: UnsafeMutableRawPointer?
    private var destroy: pa_time_event_destroy_cb_t?
    private var timer: LoopTimer?

    private init(_ api: UnsafeMutablePointer<pa_mainloop_api>?, _ callback: pa_time_event_cb_t?, _ userdata: UnsafeMutableRawPointer?) {
        self.api = api
        self.callback = callback
        self.userdata = userdata
    }

    /// Sets it for a wall-clock time; without one it stands still.
    private func set(_ time: UnsafePointer<timeval>?) {
        timer?.cancel()
        timer = nil
        guard let time = time?.pointee else { return }
        var now = timeval()
        gettimeofday(&now, nil)
        let delay = Duration.seconds(time.tv_sec &- now.tv_sec) + .microseconds(time.tv_usec &- now.tv_usec)
        timer = LoopTimer(after: delay) { [unowned self] in
            var time = time
            callback?(api, PulseCallback.handle(of: self), &time, userdata)
        }
    }

    private func free() {
        timer?.cancel()
        timer = nil
        destroy?(api, PulseCallback.handle(of: self), userdata)
        PulseCallback.release(self)
    }

    nonisolated static func install(in table: inout pa_mainloop_api) {
        table.time_new = {
            PulseCallback.enter($0, $1, $2, $3) { api, time, callback, userdata in
                let event = PulseTimeEvent(api, callback, userdata)
                event.set(time)
                return PulseCallback.retain(event)
            }
        }
        table.time_restart = {
            PulseCallback.enter($0, $1) { PulseCallback.object($0, as: PulseTimeEvent.self)?.set($1) }
        }
        table.time_free = {
            PulseCallback.enter($0) { PulseCallback.object($0, as: PulseTimeEvent.self)?.free() }
        }
        table.time_set_destroy = {
            PulseCallback.enter($0, $1) { PulseCallback.object($0, as: PulseTimeEvent.self)?.destroy = $1 }
        }
    }
}
