// SPDX-License-Identifier: MIT

public import Commanding
public import DBus
public import EventLoop
internal import Logging
public import Recording

/// The open take as a media player, so that media keys, lock screens and headsets control it (MPRIS 2.2).
///
/// The player is on the bus only in `recording` and `paused`. Its object is there before its name, and goes after it: whoever follows the name finds everything in place. All of that
/// is done by one task at a time, which goes on until the bus has what the status asks for, however often that changes meanwhile; the recorder never waits for it.
///
/// What it is asked to do goes to the commander with the session of the take that is shown, so a key that comes late never hits the next take, and none starts one.
@LoopActor
public final class PlayerSurface: Reporting {
    /// What is shown, and was announced last.
    private(set) var status: PlayerStatus

    private let recorder: any RecordingCommanding
    private let now: @Sendable () -> MonotonicTime
    private var connection: Connection?
    private var isExported = false
    /// The name we own over ``connection``.
    private var name: BusName?
    /// Brings the bus to what ``status`` asks for.
    private var work: Task<Void, Never>?

    /// A player of the take in `activity` that hands commands to `recorder`.
    ///
    /// - Parameter now: the clock of the timer, CLOCK_MONOTONIC.
    public nonisolated init(
        showing activity: Activity, commanding recorder: any RecordingCommanding,
        now: @escaping @Sendable () -> MonotonicTime = { MonotonicTime(microseconds: MonotonicClock.microseconds) }
    ) {
        status = PlayerStatus(activity)
        self.recorder = recorder
        self.now = now
    }

    // MARK: Reporting

    /// The recorder shows `activity` from now on.
    public nonisolated func report(_ activity: Activity) {
        LoopActor.assumeIsolated { show(PlayerStatus(activity)) }
    }

    private func show(_ status: PlayerStatus) {
        let before = self.status
        guard status != before else { return }
        self.status = status
        appear()
        if isExported, let connection {
            let changes = PlayerProperty.changes(from: before, to: status)
            if !changes.isEmpty { connection.emitPropertiesChanged(changes, of: PlayerNames.player, on: PlayerNames.path) }
            if status.jumps(from: before) { connection.emit("Seeked", [.int64(position)], of: PlayerNames.player, on: PlayerNames.path) }
        }
        settle()
    }

    // MARK: What it is asked

    /// The take's time now, in microseconds.
    var position: Int64 { status.position(at: now()) }

    /// Has `command` done to the take that is shown; without one, and where it changes nothing any more, it has no effect.
    func perform(_ command: RecordingCommand) async throws(RecordingError) {
        guard status.isPresent else { return }
        do throws(RecordingError) {
            _ = try await recorder.perform(command, session: status.session)
        } catch  where error.name == .invalidState || error.name == .staleSession {
            log.debug("\(command.rawValue) came too late: \(error)")
        }
    }

    // MARK: The bus

    /// Is a player on the bus that `connection` leads to from now on; a former connection is closed already.
    public func connect(to connection: Connection) {
        guard self.connection !== connection else { return }
        leave()
        self.connection = connection
        connection.onClose { [weak self] in
            guard let self, self.connection === connection else { return }
            self.leave()
        }
        appear()
        settle()
    }

    /// Forgets the connection, with which name and object are gone.
    private func leave() {
        work?.cancel()
        work = nil
        connection = nil
        isExported = false
        name = nil
    }

    private func appear() {
        guard status.isPresent, !isExported, let connection, connection.isOpen else { return }
        connection.export(busObject)
        isExported = true
    }

    private func settle() {
        guard work == nil, let connection else { return }
        guard status.isPresent != (name != nil) else { return disappear() }
        work = Loop.shared.task { await self.settle(over: connection) }
    }

    private func settle(over connection: Connection) async {
        while status.isPresent != (name != nil) {
            let isDone = if let name { await release(name, over: connection) } else { await takeName(over: connection) }
            // Whoever cancels it has begun anew.
            guard !Task.isCancelled else { return }
            guard isDone else { break }
        }
        work = nil
        disappear()
    }

    /// Takes the object away unless it is needed.
    private func disappear() {
        guard isExported, name == nil, !status.isPresent else { return }
        connection?.unexport(PlayerNames.path)
        isExported = false
    }

    /// - Returns: whether we have a name now; without one the take has no media keys, and the next change tries again.
    private func takeName(over connection: Connection) async -> Bool {
        do throws(BusError) {
            for candidate in PlayerNames.candidates where try await connection.requestName(candidate) {
                guard !Task.isCancelled else { return false }
                name = candidate
                return true
            }
            log.warning("other programs own all names of the media player")
        } catch {
            Self.warn("the media player has no name", error)
        }
        return false
    }

    private func release(_ name: BusName, over connection: Connection) async -> Bool {
        do throws(BusError) {
            try await connection.releaseName(name)
        } catch {
            Self.warn("the name of the media player was not given back", error)
        }
        guard !Task.isCancelled else { return false }
        self.name = nil
        return true
    }

    /// Names go with the connection: that is worth no word.
    private static func warn(_ fact: String, _ error: BusError) {
        if error != .disconnected, error != .cancelled { log.warning("\(fact): \(error)") }
    }
}
