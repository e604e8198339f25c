// SPDX-License-Identifier: MIT

internal import DBus
internal import EventLoop

/// A lock of logind against something the machine would do by itself.
///
/// [Inhibitor locks](https://systemd.io/INHIBITOR_LOCKS/)
struct InhibitorLock: Sendable {
    /// What a lock can be against.
    enum Target: String, Sendable {
        /// The session counts as unused, which turns the screen off, locks it, and may put the machine to sleep.
        case idle
    }

    /// How long logind takes to answer at most, before the lock is done without.
    private static let patience = Duration.seconds(5)

    /// What holds it: it ends when this is closed, which the kernel does for a process that dies.
    private let descriptor: FileDescriptor

    /// Takes a lock that blocks `target`, for the reason `why`, over a connection to the system bus.
    @LoopActor
    init(against target: Target, why: String, over connection: Connection) async throws(BusError) {
        let manager = RemoteObject("org.freedesktop.login1.Manager", on: "/org/freedesktop/login1", at: "org.freedesktop.login1", over: connection)
        let arguments: [Value] = [.string(target.rawValue), .string("Tallylight"), .string(why), .string("block")]
        let reply = try await manager.call("Inhibit", arguments, returning: "h", within: Self.patience)
        guard case .fileDescriptor(let descriptor) = reply[0] else { throw .invalid(reason: "Inhibit gave no descriptor") }
        self.descriptor = descriptor
    }
}
