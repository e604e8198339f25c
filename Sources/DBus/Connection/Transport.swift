// SPDX-License-Identifier: MIT

internal import CDBus
internal import EventLoop
internal import Localization
internal import Logging

/// One `DBusConnection` on the event loop: its descriptor, and the messages that go through it.
///
/// libdbus does the authentication, the reading and the writing, and proves every message valid. Its dispatcher,
/// pending calls and time-outs are not used: messages are popped here, in order, and ``ReplyTable`` knows who
/// waits for what. So libdbus never calls into the program but to tell about its descriptor, and no order of its
/// notifications needs to be reasoned about.
///
/// - One turn of the loop handles at most ``turn`` messages, and ends after an answer: the task that waited for it
///   goes on before the next message is looked at.
/// - While more than ``congestion`` bytes wait to be sent, nothing is popped, so those who ask too much wait; libdbus
///   then stops reading at the same number of bytes.
@LoopActor
final class Transport {
    /// How many messages one turn of the loop handles.
    private static let turn = 64
    /// How many bytes may wait, in each direction, before the other direction is throttled.
    private static let congestion = 256 << 10
    /// How many bytes may wait to be sent before the bus counts as dead.
    private static let deadlock = 64 << 20

    /// What becomes of a call or a signal that arrived.
    var receive: ((borrowing IncomingMessage) -> Void)?
    /// What happens when the bus is gone, once.
    var lost: (() -> Void)?
    /// Who waits for which answer.
    let replies = ReplyTable()

    private var handle: OpaquePointer?
    private let watches = WatchPair()
    private var flushing: [Promise<Void>] = []
    private var isPumping = false
    private var isScheduled = false
    /// Whether there are messages to pop; libdbus tells each change.
    private var hasMessages = false

    init(_ opened: OpenedConnection) {
        handle = opened.pointer
        dbus_connection_set_exit_on_disconnect(opened.pointer, 0)
        dbus_connection_set_max_received_size(opened.pointer, Self.congestion)
        // Safety: libdbus owns the reference and gives it up in `finish`, or when it is given another function.
        let this = Unmanaged.passRetained(self).toOpaque()
        dbus_connection_set_dispatch_status_function(opened.pointer, statusChanged, this) { data in
            if let data { Unmanaged<Transport>.fromOpaque(data).release() }
        }
        watches.start(opened.pointer) { self.ready($0) }
    }

    /// Whether messages still come and go.
    var isOpen: Bool { handle != nil }

    /// Bytes that wait to be sent: none while libdbus does not want to write.
    var unsent: Int {
        guard let handle, watches.interest.contains(.writable) else { return 0 }
        return dbus_connection_get_outgoing_size(handle)
    }

    // MARK: Sending

    /// Sends `message`, or has libdbus queue it, and answers its serial number.
    @discardableResult
    func send(_ message: consuming OutgoingMessage) throws(BusError) -> UInt32 {
        guard let handle else { throw .disconnected }
        guard unsent < Self.deadlock else {
            log.error("the message bus does not take what it is sent; leaving it")
            finish()
            throw .disconnected
        }
        var serial: UInt32 = 0
        guard dbus_connection_send(handle, message.pointer, &serial) != 0 else {
            throw .invalid(reason: localized("This message bus can't carry file descriptors."))
        }
        // Sending one message can send all that waited, and then no event of the descriptor tells of it.
        goOn()
        return serial
    }

    /// Sends `message` and waits for its answer; the parameters are those of ``ReplyTable/expect(_:types:within:onEnd:)``.
    func call(
        _ message: consuming OutgoingMessage, returning types: Signature?, within limit: Duration, onEnd: ((Result<[Value], BusError>) -> Void)? = nil
    ) async throws(BusError) -> [Value] {
        let serial = try send(message)
        return try await replies.expect(serial, types: types, within: limit, onEnd: onEnd).result()
    }

    /// Waits until everything is sent, the time is over, the bus is gone or the task is cancelled.
    func flush(within limit: Duration) async {
        guard isOpen, unsent > 0 else { return }
        let promise = Promise<Void>(within: limit)
        flushing.append(promise)
        _ = try? await promise.result()
    }

    /// Tells libdbus the name that the bus has given us.
    func adopt(uniqueName: BusName) {
        guard let handle else { return }
        OutgoingMessage.insist(dbus_bus_set_unique_name(handle, uniqueName.text))
    }

    // MARK: Receiving

    private func schedule() {
        guard !isScheduled, !isPumping else { return }
        isScheduled = true
        Loop.shared.enqueue {
            self.isScheduled = false
            self.pump()
        }
    }

    private func ready(_ readiness: Readiness) {
        isPumping = true
        watches.handle(readiness)
        isPumping = false
        pump()
    }

    /// Takes up again what waited for bytes to be sent.
    private func goOn() {
        let unsent = self.unsent
        if unsent == 0, !flushing.isEmpty { endFlushing() }
        if unsent <= Self.congestion, hasMessages { schedule() }
    }

    /// Handles the messages that have arrived, up to the limits of a turn.
    private func pump() {
        guard !isPumping else { return }
        isPumping = true
        var remaining = Self.turn
        while remaining > 0, hasMessages, unsent <= Self.congestion, let handle, let message = dbus_connection_pop_message(handle) {
            remaining = handleMessage(IncomingMessage(message)) ? 0 : remaining - 1
        }
        isPumping = false
        goOn()
    }

    /// Handles one message; answers whether somebody waits to go on with it.
    private func handleMessage(_ message: consuming IncomingMessage) -> Bool {
        switch message.kind {
        case .reply, .error:
            return replies.settle(message)
        case .call:
            receive?(message)
        case .signal:
            guard dbus_message_is_signal(message.pointer, "org.freedesktop.DBus.Local", "Disconnected") == 0 else {
                finish()
                return false
            }
            receive?(message)
        case nil: break
        }
        return false
    }

    // MARK: Ending

    /// Leaves the bus at once.
    ///
    /// Everything that waits ends with ``BusError/disconnected``.
    func finish() {
        guard let handle else { return }
        self.handle = nil
        dbus_connection_set_dispatch_status_function(handle, nil, nil, nil)
        hasMessages = false
        dbus_connection_close(handle)
        while let message = dbus_connection_pop_message(handle) {
            dbus_message_unref(message)
        }
        watches.stop(handle)
        dbus_connection_unref(handle)
        replies.settleAll(.disconnected)
        endFlushing()
        receive = nil
        let lost = self.lost
        self.lost = nil
        lost?()
    }

    private func endFlushing() {
        let flushing = self.flushing
        self.flushing = []
        for promise in flushing {
            promise.end(.success(()))
        }
    }

    /// Takes what libdbus says about its queue of messages.
    fileprivate func note(_ status: DBusDispatchStatus) {
        hasMessages = status == DBUS_DISPATCH_DATA_REMAINS
        if hasMessages { schedule() }
    }
}

/// Safety: libdbus calls it with the transport that was handed to it, on the loop's thread, for nothing else touches
/// the connection.
private func statusChanged(_ connection: OpaquePointer?, _ status: DBusDispatchStatus, _ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    let transport = Unmanaged<Transport>.fromOpaque(data).takeUnretainedValue()
    LoopActor.assumeIsolated { transport.note(status) }
}
