// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

/// `status`: what the recorder is doing.
@LoopActor
struct StatusVerb {
    let options: Options
    let context: VerbContext

    func run() async throws(RecordingError) -> ExitCode {
        let activity = try await context.commander.activity()
        context.show(activity, as: options.format)
        if options.format == .plain, !activity.kept.isEmpty {
            context.console.line(localized("Kept, to be processed or discarded with --session: {sessions}", ["sessions": activity.kept.map(\.rawValue).joined(separator: " ")]))
        }
        return .done
    }
}
