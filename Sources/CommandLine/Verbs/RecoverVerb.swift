// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

/// `recover`: brings discarded takes back, and prints their sessions; or lists what there is.
@LoopActor
struct RecoverVerb {
    let options: Options
    let context: VerbContext

    func run() async throws(RecordingError) -> ExitCode {
        let choices = [options.list, options.all, options.operand != nil].count { $0 }
        guard choices <= 1 else {
            throw RecordingError(.invalidArguments, localized("Give one of --list, --all and a session to “tallylight recover”, not several. Nothing was done."))
        }
        guard options.list || options.format == .plain else {
            throw RecordingError(.invalidArguments, localized("“--json” goes with “--list” here. Nothing was done."))
        }
        if options.list { return try await list() }
        if options.all { return try await recoverAll() }
        return try await recover(SessionID(rawValue: options.operand ?? ""))
    }

    private func list() async throws(RecordingError) -> ExitCode {
        let takes = try await context.commander.takes()
        guard options.format == .plain else {
            context.console.line(JSON.array(takes.map { .object($0, ListedTake.keys) }).text)
            return .done
        }
        for take in takes {
            context.console.line(take.line(at: context.wallTime()))
        }
        if takes.isEmpty { context.console.complain(localized("No take waits to be processed, and none can be brought back.")) }
        return .done
    }

    private func recoverAll() async throws(RecordingError) -> ExitCode {
        let discarded = try await context.commander.takes().filter { $0.state == .discarded }
        guard !discarded.isEmpty else { return try await recover(.none) }
        for take in discarded {
            _ = try await recover(take.session)
        }
        return .done
    }

    private func recover(_ session: SessionID) async throws(RecordingError) -> ExitCode {
        context.console.line(try await context.commander.recover(session).rawValue)
        return .done
    }
}
