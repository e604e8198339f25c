// SPDX-License-Identifier: MIT

internal import CPulse
internal import EventLoop

/// The main loop libpulse asks for, made of our own: its descriptors, timers and deferred calls are ours, and all its callbacks come on the loop's thread.
///
/// So there is no second thread and no lock, and a recorder at rest is as silent as its loop. What libpulse holds as `pa_io_event` and the like are our objects, retained from
/// `…_new` until `…_free`; a callback may free its own event.
///
/// A server sends each block of audio in several pieces, and a reader quick enough is woken by each of them, up to eighty times a second. While nobody waits for an answer, reading
/// may be paced instead: what has arrived waits until the next look at it. That the server is gone is heard of at once all the same.
@LoopActor
final class PulseMainLoop {
    /// The table libpulse calls us through.
    ///
    /// It must stay where it is as long as a context uses it.
    let api: UnsafeMutablePointer<pa_mainloop_api>

    /// How long to leave what arrives alone after something was read; nil for not at all.
    var pace: Duration? {
        didSet { if pace == nil { readAll() } }
    }

    /// Whether what can be read is to wait.
    private(set) var isResting = false {
        didSet {
            guard isResting != oldValue else { return }
            for event in events.values { event.applyInterest() }
        }
    }

    private var questions = 0
    private var events: [ObjectIdentifier: PulseIOEvent] = [:]
    private var alarm: LoopTimer?

    init() {
        var table = pa_mainloop_api()
        PulseIOEvent.install(in: &table)
        PulseTimeEvent.install(in: &table)
        PulseDeferEvent.install(in: &table)
        table.quit = { _, _ in }
        api = .allocate(capacity: 1)
        api.initialize(to: table)
        api.pointee.userdata = Unmanaged.passUnretained(self).toOpaque()
    }

    isolated deinit { api.deallocate() }

    /// Somebody waits for an answer: reading is not paced until they have it.
    func beginQuestion() {
        questions += 1
        readAll()
    }

    /// The answer has come.
    func endQuestion() {
        questions -= 1
    }

    /// All that had arrived was read: what comes next is left alone for a while, if reading is paced.
    func hasReadAll() {
        guard let pace, questions == 0 else { return }
        isResting = true
        if alarm == nil { alarm = LoopTimer(after: pace) { [weak self] in self?.readAll() } }
    }

    private func readAll() {
        alarm?.cancel()
        alarm = nil
        isResting = false
    }

    // MARK: The descriptors

    /// Takes notice of a descriptor that is watched from now on.
    func add(_ event: PulseIOEvent) { events[ObjectIdentifier(event)] = event }

    /// Forgets one that is not.
    func remove(_ event: PulseIOEvent) { events[ObjectIdentifier(event)] = nil }
}
