// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Glibc
internal import Localization
internal import RecorderService
internal import Terminal

/// `tallylight` alone: the panel of the running recorder, or of one that this process becomes.
@LoopActor
struct PanelVerb {
    let options: Options
    let console: Console

    func run() async throws(RecordingError) -> ExitCode {
        if options.window { throw TerminalWindow.become(running: options.recorder.spelling) }
        if let problem = TerminalCheck.problem() {
            console.complain(problem)
            return .failed
        }
        guard let commander = try await runningRecorder() else {
            var arguments = options.recorder
            arguments.terminal = true
            throw RecorderExecutable.become(arguments.spelling)
        }
        guard options.recorder == RecorderArguments() else {
            throw RecordingError(.invalidState, localized("A recorder is running already, and keeps what it was started with. “tallylight quit” ends it."))
        }
        return try await attach(to: commander)
    }

    /// The running recorder; nil when none is running, or none could be reached because there is no bus: the recorder records without one, too.
    private func runningRecorder() async throws(RecordingError) -> RemoteCommander? {
        do throws(RecordingError) {
            let commander = RemoteCommander(over: try await CommandLineProgram.connect())
            _ = try await commander.activity()
            return commander
        } catch {
            guard error.name == .notRunning || error.name == .noBus else { throw error }
            return nil
        }
    }

    private func attach(to commander: RemoteCommander) async throws(RecordingError) -> ExitCode {
        let session = TerminalSession(commander: commander, role: .attached)
        let signals = PanelSignals(session)
        let ending = await session.run()
        signals.cancel()
        if let number = signals.last { return .signal(number) }
        switch ending {
        case .detached, .quit, .saveAndQuit, .background: return .done
        case .hangup: return .signal(SIGHUP)
        // The session has said why on its way out.
        case .lostRecorder(let error): return ExitCode(error ?? .recorderEnded)
        }
    }
}
