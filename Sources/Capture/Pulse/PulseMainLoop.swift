// SPDX-License-Identifier: MIT

internal import CPulse
internal import EventLoop

/// The main loop libpulse asks for, made of our own: its descriptors, timers and deferred calls are ours, and all its callbacks come on the loop's thread.
///
/// So there is no second thread and no lock, and a recorder at rest is as silent as its loop. What libpulse holds as `pa_io_event` and the like are our objects, retained from
/// `…_new` until `…_free`; a callback may free its own event.
@LoopActor
final class PulseMainLoop {
    /// The table libpulse calls us through.
    ///
    /// It must stay where it is as long as a context uses it.
    let api: UnsafeMutablePointer<pa_mainloop_api>

    init() {
        var table = pa_mainloop_api()
        PulseIOEvent.install(in: &table)
        PulseTimeEvent.install(in: &table)
        PulseDeferEvent.install(in: &table)
        table.quit = { _, _ in }
        api = .allocate(capacity: 1)
        api.initialize(to: table)
    }

    isolated deinit { api.deallocate() }
}
