// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Logging
internal import Recording

/// Hands the text of each take on, for those who want that: to the clipboard, and to a program of theirs, which reads it from its standard input.
///
/// What becomes of it there is nothing to the take, which has its text in a file.
@LoopActor
final class TextDelivery: Reporting {
    private let recorder: any RecordingPerforming
    private let environment: [String: String]
    private let copies: Bool
    private let hook: [String]

    /// - Parameters:
    ///   - recorder: who has the texts.
    ///   - environment: the variables of the session, for programs that are looked for and started.
    ///   - copies: whether texts go to the clipboard.
    ///   - hook: a program of the user's and its arguments; empty for none.
    nonisolated init(of recorder: any RecordingPerforming, environment: [String: String], copies: Bool, hook: [String]) {
        self.recorder = recorder
        self.environment = environment
        self.copies = copies
        self.hook = hook
    }

    nonisolated func report(_ activity: Activity) {}

    nonisolated func report(_ result: TakeResult) {
        guard result.outcome == .transcribed else { return }
        _ = Loop.shared.task { await self.deliver(result) }
    }

    private func deliver(_ result: TakeResult) async {
        guard let text = try? await recorder.transcript(of: result.session).text, !text.isEmpty else { return }
        if copies { copy(text) }
        if !hook.isEmpty { run(text, result) }
    }

    private func copy(_ text: String) {
        guard let clipboard = DesktopPrograms(environment: environment).clipboard else {
            return log.warning("the text was not copied: neither wl-copy nor xclip nor xsel is there for this session")
        }
        LaunchedProgram.attempt(clipboard, reading: Array(text.utf8)) { log.warning("the text was not copied: \($0)") }
    }

    private func run(_ text: String, _ result: TakeResult) {
        let path = hook[0].hasPrefix("/") ? hook[0] : SearchPath(environment["PATH"] ?? "").program(hook[0])
        guard let path else { return log.warning("the program “\(hook[0])”, the “hook” of the configuration, is not there") }
        let facts = ["TALLYLIGHT_SESSION": result.session.rawValue, "TALLYLIGHT_AUDIO": result.audioPath]
        let command = ChildProcess.Command(path, Array(hook.dropFirst()), environment: environment.merging(facts) { $1 })
        LaunchedProgram.attempt(command, reading: Array("\(text)\n".utf8)) { log.warning("the hook failed: \($0)") }
    }
}
