// SPDX-License-Identifier: MIT

internal import CPulse
internal import EventLoop

/// A call libpulse wants in each turn of the loop, as long as it is enabled.
@LoopActor
final class PulseDeferEvent {
    private let api: UnsafeMutablePointer<pa_mainloop_api>?
    private let callback: pa_defer_event_cb_t?
    private let userdata: UnsafeMutableRawPointer?
    private var destroy: pa_defer_event_destroy_cb_t?
    private var isEnabled = false
    private var isScheduled = false

    private init(_ api: UnsafeMutablePointer<pa_mainloop_api>?, _ callback: pa_defer_event_cb_t?, _ userdata: UnsafeMutableRawPointer?) {
        self.api = api
        self.callback = callback
        self.userdata = userdata
    }

    private func enable(_ isEnabled: Bool) {
        self.isEnabled = isEnabled
        guard isEnabled, !isScheduled else { return }
        isScheduled = true
        Loop.shared.enqueue { self.run() }
    }

    private func run() {
        isScheduled = false
        guard isEnabled else { return }
        callback?(api, PulseCallback.handle(of: self), userdata)
        enable(isEnabled)
    }

    private func free() {
        isEnabled = false
        destroy?(api, PulseCallback.handle(of: self), userdata)
        PulseCallback.release(self)
    }

    nonisolated static func install(in table: inout pa_mainloop_api) {
        table.defer_new = {
            PulseCallback.enter($0, $1, $2) { api, callback, userdata in
                let event = PulseDeferEvent(api, callback, userdata)
                event.enable(true)
                return PulseCallback.retain(event)
            }
        }
        table.defer_enable = {
            PulseCallback.enter($0, $1) { PulseCallback.object($0, as: PulseDeferEvent.self)?.enable($1 != 0) }
        }
        table.defer_free = {
            PulseCallback.enter($0) { PulseCallback.object($0, as: PulseDeferEvent.self)?.free() }
        }
        table.defer_set_destroy = {
            PulseCallback.enter($0, $1) { PulseCallback.object($0, as: PulseDeferEvent.self)?.destroy = $1 }
        }
    }
}
