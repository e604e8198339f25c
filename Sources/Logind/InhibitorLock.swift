// SPDX-License-Identifier: MIT

internal import DBus
internal import EventLoop
internal import Localization

/// A lock of logind against something the machine would do.
///
/// [Inhibitor locks](https://systemd.io/INHIBITOR_LOCKS/)
struct InhibitorLock: Sendable {
    /// What a lock is for.
    enum Purpose: CaseIterable, Sendable {
        /// The session counts as used, which else turns the screen off, locks it, and may put the machine to sleep.
        case stayAwake
        /// Sleep and shutdown wait until the audio is on disk; no longer than logind's `InhibitDelayMaxSec`, 5 s.
        case saveFirst
    }

    /// How long logind takes to answer at most, before the lock is done without.
    static let patience = Duration.seconds(5)

    /// What holds it: it ends when this is closed, which the kernel does for a process that dies.
    private let descriptor: FileDescriptor

    /// Takes a lock from `manager`.
    @LoopActor
    init(for purpose: Purpose, from manager: RemoteObject) async throws(BusError) {
        let reply = try await manager.call("Inhibit", purpose.arguments.map { .string($0) }, returning: "h", within: Self.patience)
        guard case .fileDescriptor(let descriptor) = reply[0] else { throw .invalid(reason: "Inhibit gave no descriptor") }
        self.descriptor = descriptor
    }
}

extension InhibitorLock.Purpose {
    /// What it is against, who wants it, why, and how.
    fileprivate var arguments: [String] {
        switch self {
        case .stayAwake: ["idle", "Tallylight", localized("A recording is running."), "block"]
        case .saveFirst: ["sleep:shutdown", "Tallylight", localized("The recording is being saved."), "delay"]
        }
    }
}
