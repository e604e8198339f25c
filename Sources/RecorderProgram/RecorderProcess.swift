// SPDX-License-Identifier: MIT

internal import CommandLine
internal import Commanding
internal import DBus
internal import EventLoop
internal import Localization
internal import Logging
internal import RecorderService
internal import Recording
internal import Terminal

/// The recorder as a process: its life from the names on the bus to the exit code.
///
/// It ends when the recorder was told to end (by a call, a signal or its terminal), and then no take is open any more; or when it serves a bus that is gone for good.
@LoopActor
final class RecorderProcess {
    /// How long a recorder that nobody can reach any more stays, with no take open.
    private static let orphanLimit = Duration.seconds(60)

    let recorder: Recorder
    let commander: RecordingCommander
    /// The terminal's session, while there is one.
    var session: TerminalSession?
    /// The signal that asked for the end, if one did.
    var fatalSignal: Int32?
    private var presence: BusPresence?
    private var followers: [@LoopActor (Connection) -> Void] = []
    private var farewells: [@LoopActor () async -> Void] = []
    private var orphanTimer: LoopTimer?
    private var isOrphaned = false

    init(_ recorder: Recorder, _ commander: RecordingCommander) {
        self.recorder = recorder
        self.commander = commander
    }

    // MARK: The bus

    /// Calls `follower` with the connection to the session bus once there is one, and with each that follows on it.
    func follow(_ follower: @escaping @LoopActor (Connection) -> Void) {
        followers.append(follower)
        if let connection = presence?.connection { follower(connection) }
    }

    /// Puts the recorder on the session bus, which `connection` leads to.
    func takePresence(_ object: RecorderObject, over connection: Connection, at address: BusAddress) async throws(BusPresence.Failure) {
        let presence = BusPresence(of: object, commanding: commander, at: address) { [weak self] change in self?.presenceChanged(change) }
        try await presence.open(over: connection)
        self.presence = presence
        tellFollowers()
    }

    private func tellFollowers() {
        guard let connection = presence?.connection else { return }
        for follower in followers { follower(connection) }
    }

    private func presenceChanged(_ change: BusPresence.Change) {
        switch change {
        case .lost:
            session?.say(localized("The session bus is gone: the recorder works only in this terminal until it is back."))
            if session == nil { orphanTimer = LoopTimer(after: Self.orphanLimit) { [weak self] in self?.endIfOrphaned() } }
        case .regained:
            tellFollowers()
            session?.say(localized("The session bus is back."))
            orphanTimer?.cancel()
            orphanTimer = nil
        }
    }

    /// Ends a recorder that nobody can reach, as soon as no take is open.
    private func endIfOrphaned() {
        isOrphaned = true
        end { [recorder] in
            do throws(RecordingError) {
                try await recorder.quit(force: false)
                log.notice("the session bus stayed away, and no take is open: the recorder ends")
            } catch {
                // The take goes on; it is looked at again when it may be over.
                self.orphanTimer = LoopTimer(after: Self.orphanLimit) { [weak self] in self?.endIfOrphaned() }
            }
        }
    }

    // MARK: The end

    /// Calls `farewell` once when the recorder has ended, before it leaves the bus.
    func beforeLeaving(_ farewell: @escaping @LoopActor () async -> Void) { farewells.append(farewell) }

    private var ends: [Task<Void, Never>] = []

    /// Begins what ends the recorder, sooner or later.
    func end(_ body: @escaping @LoopActor () async -> Void) {
        ends.append(Loop.shared.task(body))
    }

    /// Waits for the end, and leaves bus and terminal in order.
    ///
    /// - Returns: the exit code; a signal that asked for the end is for the caller to take.
    func untilEnded() async -> ExitCode {
        await recorder.untilEnded()
        // Whatever is on the screen, a text that is being read too: there is no process left to show it.
        session?.end(.quit)
        for task in ends {
            await task.value
        }
        await commander.finish()
        session?.restore()
        if let result = try? await commander.activity().lastResult, result.error?.name == .cancelled {
            log.notice(localized("The audio is in {path}. The take is kept: start the recorder again to turn it into text.", ["path": result.audioPath]))
        }
        for farewell in farewells {
            await farewell()
        }
        await presence?.close()
        return isOrphaned && presence?.isOpen != true ? .failed : .done
    }

    // MARK: The terminal

    /// Shows the panel on the process's own terminal until it is left.
    ///
    /// It is not offered to live on: the process is the shell's job, whose prompt would not return.
    func show() {
        let session = TerminalSession(commander: commander, role: .recorder(canLiveOn: false))
        if presence == nil { session.say(localized("There is no session bus: the recorder works only in this terminal.")) }
        self.session = session
        end { await self.left(session.run()) }
    }

    /// Does what the way the terminal was left asks for.
    private func left(_ ending: TerminalEnding) async {
        session = nil
        switch ending {
        case .quit, .saveAndQuit, .lostRecorder: await recorder.shutDown()
        case .background, .detached, .hangup: await liveOn()
        }
    }

    /// Lives on as a service without a terminal, with the take paused; or ends where no take is open, or nobody could reach it any more.
    func liveOn() async {
        detachFromTerminal()
        let activity = try? await commander.activity()
        guard presence?.isOpen == true, let activity, activity.state != .notRecording else { return await recorder.shutDown() }
        log.notice("the terminal is gone; the take is kept, and the recorder lives on as a service")
        await pause()
    }

    /// Pauses what is recording, as the user could.
    func pause() async {
        guard let activity = try? await commander.activity(), activity.state == .recording else { return }
        _ = try? await commander.perform(.pause, session: activity.session)
    }
}
