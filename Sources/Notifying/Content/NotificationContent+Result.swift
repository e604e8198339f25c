// SPDX-License-Identifier: MIT

package import Commanding
package import EventLoop
internal import Icons
internal import Localization

extension NotificationContent {
    /// The most of a text that is shown.
    package static let excerptLength = 240

    /// What is said of a take that has ended; nil when it was discarded, for then there is nothing to say.
    ///
    /// - Parameters:
    ///   - result: what became of the take.
    ///   - text: its text; nil when it could not be had.
    ///   - title: the name the user gave the take, or empty.
    ///   - isDraft: whether the take is kept, because a better engine than the one at hand would make more of it.
    ///   - programs: what the desktop has for the buttons.
    package init?(_ result: TakeResult, text: String?, title: String = "", isDraft: Bool = false, _ programs: DesktopPrograms) {
        let summary: String
        let body: String
        switch result.outcome {
        case .discarded: return nil
        case .transcribed:
            let length = ["length": result.duration.spelledText]
            summary = isDraft ? localized("Draft: {length}", length) : localized("Transcribed: {length}", length)
            body = text ?? localized("The text is in {path}.", ["path": result.transcriptPath])
        case .noSpeech:
            summary = localized("No speech was recognised")
            body = localized("The audio is in {path}.", ["path": result.audioPath])
        case .failed:
            summary = localized("The recording has no text yet")
            body = result.error?.message ?? localized("The take is kept: “tallylight process --session {session}” tries again.", ["session": result.session.rawValue])
        }
        self.init(
            occasion: .result(result.outcome), session: result.session, summary: Self.named(summary, title).singleLine,
            body: body.singleLine.excerpt(characters: Self.excerptLength), buttons: Self.buttons(of: result, hasText: text != nil, programs),
            icon: result.outcome == .failed ? .attention : .ready, category: result.outcome == .failed ? "transfer.error" : "transfer.complete")
    }

    /// What is said first, with the name of the take.
    static func named(_ summary: String, _ title: String) -> String {
        title.isEmpty ? summary : localized("{state}: {title}", ["state": summary, "title": title.excerpt(characters: 80)])
    }

    private static func buttons(of result: TakeResult, hasText: Bool, _ programs: DesktopPrograms) -> [Button] {
        var buttons: [Button] = []
        if result.outcome == .failed { buttons.append(Button(key: "result.process", label: localized("Try again"), action: .command(.process))) }
        if hasText, programs.clipboard != nil { buttons.append(Button(key: "result.copy", label: localized("Copy"), action: .copy)) }
        let path = result.transcriptPath.isEmpty ? result.audioPath : result.transcriptPath
        if programs.opener(of: path) != nil { buttons.append(Button(key: "result.open", label: localized("Open"), action: .open(path: path))) }
        return buttons
    }
}
