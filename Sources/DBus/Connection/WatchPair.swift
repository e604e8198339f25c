// SPDX-License-Identifier: MIT

internal import CDBus
internal import EventLoop

/// libdbus' two watches on the descriptor of a connection, one for each direction, merged into the one that a
/// descriptor can have.
///
/// Either can be disabled at any time, and both are taken away when the connection ends.
@LoopActor
final class WatchPair {
    /// What libdbus wants to hear of now.
    private(set) var interest: Readiness = []

    private var watches: [OpaquePointer] = []
    private var descriptor: DescriptorWatch?
    private var ready: (@LoopActor (Readiness) -> Void)?

    nonisolated init() {}

    /// Takes the watches of `connection` over; `ready` is called when one of them wants to be handled.
    func start(_ connection: OpaquePointer, ready: @escaping @LoopActor (Readiness) -> Void) {
        self.ready = ready
        // Safety: libdbus owns the reference and gives it up in `stop`.
        let this = Unmanaged.passRetained(self).toOpaque()
        let added = dbus_connection_set_watch_functions(connection, watchAdded, watchRemoved, watchToggled, this) { data in
            if let data { Unmanaged<WatchPair>.fromOpaque(data).release() }
        }
        OutgoingMessage.insist(added)
    }

    /// Gives the watches back.
    func stop(_ connection: OpaquePointer) {
        OutgoingMessage.insist(dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil))
        ready = nil
    }

    /// Has libdbus read and write as far as the descriptor is ready for it.
    func handle(_ readiness: Readiness) {
        // Reading first: a failed write would end the connection before its last words are heard. Handling one watch
        // can remove the other, so each is looked up when its turn comes.
        for direction in [cdbus_watch_readable, cdbus_watch_writable] {
            let flags = Self.flags(readiness, for: direction)
            guard flags != 0, let watch = watch(for: direction) else { continue }
            dbus_watch_handle(watch, flags)
        }
    }

    private func watch(for direction: UInt32) -> OpaquePointer? {
        for watch in watches where dbus_watch_get_flags(watch) & direction != 0 { return watch }
        return nil
    }

    private static func flags(_ readiness: Readiness, for direction: UInt32) -> UInt32 {
        var flags: UInt32 = 0
        if readiness.contains(.readable) { flags |= cdbus_watch_readable & direction }
        if readiness.contains(.writable) { flags |= cdbus_watch_writable & direction }
        if readiness.contains(.hangup) { flags |= cdbus_watch_hangup }
        if readiness.contains(.failed) { flags |= cdbus_watch_error }
        return flags
    }

    fileprivate func add(_ watch: OpaquePointer) {
        watches.append(watch)
        update()
    }

    fileprivate func remove(_ watch: OpaquePointer) {
        watches.removeAll { $0 == watch }
        update()
    }

    fileprivate func update() {
        interest = []
        for watch in watches where dbus_watch_get_enabled(watch) != 0 {
            let flags = dbus_watch_get_flags(watch)
            if flags & cdbus_watch_readable != 0 { interest.insert(.readable) }
            if flags & cdbus_watch_writable != 0 { interest.insert(.writable) }
        }
        if let descriptor, !watches.isEmpty {
            descriptor.interest = interest
        } else if let descriptor {
            // libdbus closes the descriptor next.
            descriptor.cancel()
            self.descriptor = nil
        } else if let first = watches.first {
            descriptor = DescriptorWatch(dbus_watch_get_unix_fd(first), for: interest) { self.ready?($0) }
        }
    }
}

// MARK: What libdbus calls

/// Safety for all of them: libdbus calls them with the pair that was handed to it, retained until it is given back, on
/// the loop's thread, for nothing else touches the connection.
private func withPair(_ data: UnsafeMutableRawPointer?, _ body: @LoopActor (WatchPair) -> Void) {
    guard let data else { return }
    let pair = Unmanaged<WatchPair>.fromOpaque(data).takeUnretainedValue()
    LoopActor.assumeIsolated { body(pair) }
}

private func watchAdded(_ watch: OpaquePointer?, _ data: UnsafeMutableRawPointer?) -> dbus_bool_t {
    nonisolated(unsafe) let watch = watch
    withPair(data) { pair in watch.map { pair.add($0) } }
    return 1
}

private func watchRemoved(_ watch: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
    nonisolated(unsafe) let watch = watch
    withPair(data) { pair in watch.map { pair.remove($0) } }
}

private func watchToggled(_ watch: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
    withPair(data) { $0.update() }
}
