// SPDX-License-Identifier: MIT

internal import CDBus
internal import EventLoop
internal import Localization

/// A `DBusConnection` that was opened and belongs to nobody yet.
struct OpenedConnection: @unchecked Sendable {
    // Safety: whoever takes it out is its only owner, and it gets from one thread to another through a lock.
    let pointer: OpaquePointer

    /// Opens a private connection to an entry of an address.
    ///
    /// `connect` blocks while the backlog of a listener is full, and so does the look-up of a host, so they happen on
    /// a thread of their own. A connection that comes too late is discarded.
    @LoopActor
    static func open(_ entry: String, within limit: Duration) async throws(BusError) -> OpenedConnection {
        let promise = Promise<OpenedConnection>(within: limit)
        WorkerThread(name: "bus connect").enqueue {
            let outcome: Result<OpenedConnection, BusError>
            do throws(BusError) { outcome = .success(try open(entry)) } catch { outcome = .failure(error) }
            Loop.shared.enqueue {
                guard !promise.end(outcome), case .success(let late) = outcome else { return }
                late.discard()
            }
        }
        return try await promise.result()
    }

    private static func open(_ entry: String) throws(BusError) -> OpenedConnection {
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        // Whether SIGPIPE ends the process is the program's affair: libdbus doesn't need it ignored where sockets know
        // MSG_NOSIGNAL, and children would inherit it.
        dbus_connection_set_change_sigpipe(0)
        guard let pointer = dbus_connection_open_private(entry, &error) else {
            throw .noBus(reason: error.message.map { String(cString: $0) } ?? localized("nobody listens"))
        }
        return OpenedConnection(pointer: pointer)
    }

    private func discard() {
        dbus_connection_close(pointer)
        dbus_connection_unref(pointer)
    }
}
