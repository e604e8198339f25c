// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus
internal import EventLoop
internal import Localization
internal import Logging

/// What clicks do: each is a command for the take it was drawn for, or opens something.
///
/// No click is waited for; what it could not do is told. One that comes too late does nothing: its take is another, or in another state.
@LoopActor
final class TrayClicks {
    /// More than anybody clicks while a recorder waits for its microphone.
    private static let limit = 16

    /// Called with the reason when what was clicked was not done, and with nil when the next is begun.
    var onTrouble: @LoopActor (String?) -> Void = { _ in }
    private(set) var recorder: (any RecordingCommanding)?
    /// What lets the next program come to the front; a host gives it with a click.
    var token: String?

    private let programs: DesktopPrograms
    private let launch: @LoopActor (Connection) async throws(RecordingError) -> Void
    private let quit: @LoopActor () -> Void
    private var connection: Connection?
    private let running = TaskSet()

    init(programs: DesktopPrograms, launch: @escaping @LoopActor (Connection) async throws(RecordingError) -> Void, quit: @escaping @LoopActor () -> Void) {
        self.programs = programs
        self.launch = launch
        self.quit = quit
    }

    /// Sends commands to `recorder` from now on.
    func connect(to connection: Connection, commanding recorder: any RecordingCommanding) {
        self.connection = connection
        self.recorder = recorder
    }

    /// A row was clicked.
    func choose(_ meaning: MenuRow.Meaning) {
        switch meaning {
        case .command(let command, _, let session): send(command, session)
        case .text(let text): open(text.path)
        case .quit: end()
        case .headline, .attention, .title, .source, .language, .separator: break
        }
    }

    /// Sends a command for a take, or for none; where no recorder runs, one that starts a take starts a recorder.
    func send(_ command: RecordingCommand, _ session: SessionID) {
        start {
            do throws(RecordingError) {
                try await self.perform(command, session)
            } catch {
                self.fail(error)
            }
        }
    }

    private func perform(_ command: RecordingCommand, _ session: SessionID) async throws(RecordingError) {
        guard let recorder, let connection else { return }
        do throws(RecordingError) {
            _ = try await recorder.perform(command, session: session)
        } catch  where error.name == .notRunning && session == .none && (command == .toggle || command == .start) {
            try await launch(connection)
            _ = try await recorder.perform(command, session: session)
        }
    }

    private func open(_ path: String) {
        onTrouble(nil)
        let sorry = localized("{path} could not be opened.", ["path": path])
        let token = token
        self.token = nil
        guard let command = programs.opener(of: path, token: token) else { return onTrouble(sorry) }
        LaunchedProgram.attempt(command) { [weak self] reason in
            log.notice(reason)
            self?.onTrouble(sorry)
        }
    }

    /// Ends the recorder, which refuses while a take is open, and the indicator.
    private func end() {
        start {
            do throws(RecordingError) {
                try await self.recorder?.quit(force: false)
            } catch  where error.name == .invalidState {
                return self.fail(error)
            } catch {
                log.debug("no recorder was ended: \(error)")
            }
            self.quit()
        }
    }

    private func fail(_ error: RecordingError) {
        guard error.name != .invalidState, error.name != .staleSession else { return log.debug("a click came too late: \(error)") }
        log.notice("a click was not carried out: \(error)")
        onTrouble(error.message)
    }

    private func start(_ body: @escaping @LoopActor () async -> Void) {
        guard running.count < Self.limit else { return log.notice("\(Self.limit) clicks are being worked on already: this one is forgotten") }
        onTrouble(nil)
        running.start(body)
    }
}
