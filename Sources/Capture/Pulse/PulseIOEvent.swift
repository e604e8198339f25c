// SPDX-License-Identifier: MIT

internal import CPulse
internal import EventLoop
internal import Glibc

/// A descriptor libpulse watches.
@LoopActor
final class PulseIOEvent {
    private let api: UnsafeMutablePointer<pa_mainloop_api>?
    private let callback: pa_io_event_cb_t?
    private let userdata: UnsafeMutableRawPointer?
    private var destroy: pa_io_event_destroy_cb_t?
    private var watch: DescriptorWatch?
    private var interest: Readiness {
        didSet { applyInterest() }
    }
    private var loop: PulseMainLoop? {
        api?.pointee.userdata.map { Unmanaged<PulseMainLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    private init(
        _ api: UnsafeMutablePointer<pa_mainloop_api>?, _ descriptor: Int32, _ flags: pa_io_event_flags_t, _ callback: pa_io_event_cb_t?, _ userdata: UnsafeMutableRawPointer?
    ) {
        self.api = api
        self.callback = callback
        self.userdata = userdata
        interest = Readiness(pulse: flags)
        watch = DescriptorWatch(descriptor, for: interest) { [unowned self] in ready($0) }
        loop?.add(self)
        applyInterest()
    }

    /// Looks for what libpulse wants to know of, but for what can be read while that is to wait.
    func applyInterest() {
        watch?.interest = loop?.isResting == true ? interest.subtracting(.readable) : interest
    }

    private func ready(_ readiness: Readiness) {
        guard let watch else { return }
        let (descriptor, loop) = (watch.descriptor, loop)
        callback?(api, PulseCallback.handle(of: self), descriptor, readiness.pulse, userdata)
        // libpulse reads a block piece by piece, one for each call, and may have freed this event meanwhile and made another for the same descriptor.
        var rest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if readiness == .readable, poll(&rest, 1, 0) == 0 { loop?.hasReadAll() }
    }

    private func free() {
        loop?.remove(self)
        // libpulse closes a socket that did not connect before it frees this; it is open nowhere else.
        watch?.cancel(whileOpen: false)
        watch = nil
        destroy?(api, PulseCallback.handle(of: self), userdata)
        PulseCallback.release(self)
    }

    nonisolated static func install(in table: inout pa_mainloop_api) {
        table.io_new = {
            PulseCallback.enter($0, $1, $2, $3, $4) { api, descriptor, flags, callback, userdata in
                PulseCallback.retain(PulseIOEvent(api, descriptor, flags, callback, userdata))
            }
        }
        table.io_enable = {
            PulseCallback.enter($0, $1) { PulseCallback.object($0, as: PulseIOEvent.self)?.interest = Readiness(pulse: $1) }
        }
        table.io_free = {
            PulseCallback.enter($0) { PulseCallback.object($0, as: PulseIOEvent.self)?.free() }
        }
        table.io_set_destroy = {
            PulseCallback.enter($0, $1) { PulseCallback.object($0, as: PulseIOEvent.self)?.destroy = $1 }
        }
    }
}

/// The two spell the same four things with the same bits; the table says so instead of relying on it.
extension Readiness {
    private static let pairs: [(Readiness, pa_io_event_flags_t)] = [
        (.readable, PA_IO_EVENT_INPUT), (.writable, PA_IO_EVENT_OUTPUT), (.hangup, PA_IO_EVENT_HANGUP), (.failed, PA_IO_EVENT_ERROR),
    ]

    fileprivate init(pulse flags: pa_io_event_flags_t) {
        self = Readiness(Self.pairs.lazy.filter { flags.rawValue & $0.1.rawValue != 0 }.map(\.0))
    }

    fileprivate var pulse: pa_io_event_flags_t {
        pa_io_event_flags_t(Self.pairs.reduce(0) { contains($1.0) ? $0 | $1.1.rawValue : $0 })
    }
}
