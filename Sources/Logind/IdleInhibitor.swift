// SPDX-License-Identifier: MIT

public import Commanding
public import DBus
public import EventLoop
internal import Localization
internal import Logging
public import Recording

/// Keeps the machine from counting as unused while it records: whoever dictates touches neither key nor mouse.
///
/// The lock is held in `recording` only. Without a system bus, without logind, or without its consent everything is as it would be without this.
@LoopActor
public final class IdleInhibitor: Reporting {
    private let findBus: @Sendable () throws(BusError) -> BusAddress
    private var isWanted = false
    /// Whether it can't be had: it is asked for again when the next stretch of recording begins.
    private var isRefused = false
    private var stretch = 0
    private var isTakeOpen = false
    private var connection: Connection?
    private var lock: InhibitorLock?
    private var runner: Task<Void, Never>?

    /// An inhibitor that holds no lock.
    ///
    /// - Parameter bus: where the system bus is, asked each time it is needed.
    public nonisolated init(bus: @escaping @Sendable () throws(BusError) -> BusAddress = BusAddress.system) { findBus = bus }

    /// The recorder shows `activity` from now on.
    public nonisolated func report(_ activity: Activity) {
        LoopActor.assumeIsolated { follow(activity) }
    }

    private func follow(_ activity: Activity) {
        isTakeOpen = activity.state != .notRecording
        let isRecording = activity.state == .recording
        guard isRecording != isWanted else { return update() }
        isWanted = isRecording
        isRefused = false
        stretch += 1
        // Closed at once; to take it again needs a question.
        if !isWanted { lock = nil }
        update()
    }

    /// Brings lock and connection in line with what is wanted, now or after what is under way.
    private func update() {
        guard runner == nil, needsWork else { return }
        runner = Loop.shared.task {
            while self.needsWork {
                if self.isWanted { await self.takeLock() } else { await self.leave() }
            }
            self.runner = nil
        }
    }

    private var needsWork: Bool { isWanted ? lock == nil && !isRefused : !isTakeOpen && connection != nil }

    private func takeLock() async {
        let asked = stretch
        do throws(BusError) {
            let taken = try await InhibitorLock(against: .idle, why: localized("A recording is running."), over: systemBus())
            if isWanted { lock = taken }
        } catch {
            // Late, it is the answer for a stretch that is over.
            isRefused = asked == stretch
            log.info("the screen may turn off while a recording is running: \(error)")
        }
    }

    /// The connection of this take.
    private func systemBus() async throws(BusError) -> Connection {
        if let connection { return connection }
        let opened = try await Connection.open(findBus())
        opened.onClose { [weak self, weak opened] in
            if self?.connection === opened { self?.connection = nil }
        }
        connection = opened
        return opened
    }

    /// Lets the system bus go: a recorder at rest needs none.
    private func leave() async {
        let left = connection
        connection = nil
        await left?.close()
    }
}
