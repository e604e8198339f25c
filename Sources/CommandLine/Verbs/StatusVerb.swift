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
        let activity: Activity
        do throws(RecordingError) {
            activity = try await context.commander.activity()
        } catch {
            guard options.format.isForBar, error.name == .notRunning else { throw error }
            context.console.line(options.format.line(.absent(error), at: context.now()))
            return .done
        }
        context.show(activity, as: options.format)
        if options.format == .plain, !activity.kept.isEmpty {
            context.console.line(localized("Kept, to be processed or discarded with --session: {sessions}", ["sessions": activity.kept.map(\.rawValue).joined(separator: " ")]))
        }
        return .done
    }
}
