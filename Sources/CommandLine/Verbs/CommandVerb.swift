// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

/// The commands of the recorder: `toggle`, `process`, `discard`, `start`, `pause`, `resume`, `finish`.
@LoopActor
struct CommandVerb {
    let command: RecordingCommand
    let options: Options
    let context: VerbContext

    func run() async throws(RecordingError) -> ExitCode {
        let activity = try await perform()
        guard options.wait else {
            context.show(activity, as: options.format)
            return .done
        }
        let candidates = [options.session, activity.session, activity.lastResult?.session].compactMap(\.self)
        let session = candidates.first { !$0.rawValue.isEmpty } ?? SessionID.none
        return try await report(FinishWait(of: session, commander: context.commander).finishedTake())
    }

    private func perform() async throws(RecordingError) -> Activity {
        do throws(RecordingError) {
            return try await context.commander.perform(command, session: options.session)
        } catch {
            guard error.name == .notRunning, mayLaunch else { throw error }
        }
        try await context.launcher.launch()
        return try await context.commander.perform(command, session: options.session)
    }

    /// Only what opens a take is worth a recorder; and one that was just started doesn't have the take that is meant.
    private var mayLaunch: Bool {
        (command == .toggle || command == .start) && options.session?.rawValue.isEmpty != false
    }

    private func report(_ take: FinishedTake) -> ExitCode {
        if options.format == .json {
            context.console.line(JSON.object(take, FinishedTake.keys).text)
        } else {
            context.console.text(take.transcript?.text ?? "")
        }
        switch take.result.outcome {
        case .transcribed: break
        case .noSpeech: context.console.complain(localized("No speech was recognised."))
        case .discarded: context.console.complain(localized("The take was discarded; “tallylight recover” brings it back."))
        case .failed: context.console.complain(take.result.error?.message ?? localized("The speech could not be turned into text. The take is kept."))
        }
        return ExitCode(take.result.outcome)
    }
}
