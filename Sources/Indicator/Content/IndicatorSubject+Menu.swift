// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

extension IndicatorSubject {
    /// How much of what others have named or said a row has room for.
    private static let excerptLength = 60

    /// The rows of the menu.
    var rows: [MenuRow] {
        let groups = [state, commands, circumstances, texts, [quit]].filter { !$0.isEmpty }
        return groups.enumerated().flatMap { number, rows in
            number == 0 ? rows : [MenuRow(meaning: .separator(number))] + rows
        }
    }

    private var state: [MenuRow] {
        [
            Self.fact(.headline, headline),
            attention.map { Self.fact(.attention, $0) },
            activity.flatMap { $0.title.isEmpty ? nil : Self.fact(.title, localized("“{title}”", ["title": Self.excerpt($0.title)])) },
        ].compactMap(\.self)
    }

    /// The commands offered now.
    private var commands: [MenuRow] {
        let record = MenuRow(meaning: .command(.start, .notRecording, .none), label: RecordingCommand.start.label)
        guard let activity else { return [record] }
        guard activity.state == .notRecording else {
            let offered = activity.state.buttons.filter(activity.commands.contains)
            return offered.map { MenuRow(meaning: .command($0, activity.state, activity.session), label: $0.label) }
        }
        let kept = activity.kept.prefix(1).map { MenuRow(meaning: .command(.process, .notRecording, $0), label: localized("Process Kept Take")) }
        return [record] + kept
    }

    private var circumstances: [MenuRow] {
        guard let activity else { return [] }
        return [
            activity.source.isEmpty ? nil : Self.fact(.source, localized("Microphone: {name}", ["name": Self.excerpt(activity.source)])),
            activity.locale.isEmpty ? nil : Self.fact(.language, localized("Language: {tag}", ["tag": Self.excerpt(activity.locale)])),
        ].compactMap(\.self)
    }

    private var texts: [MenuRow] {
        text.map { [MenuRow(meaning: .text($0), label: localized("Last text: {text}", ["text": $0.excerpt]))] } ?? []
    }

    /// The recorder refuses to end while a take is open.
    private var quit: MenuRow {
        MenuRow(meaning: .quit, label: localized("Quit"), isEnabled: activity.map { $0.session == .none } ?? true)
    }

    /// What can't be clicked.
    private static func fact(_ meaning: MenuRow.Meaning, _ label: String) -> MenuRow {
        MenuRow(meaning: meaning, label: label.singleLine.excerpt(characters: 120), isEnabled: false)
    }

    private static func excerpt(_ text: String) -> String { text.singleLine.excerpt(characters: excerptLength) }
}

extension IndicatorSubject.Text {
    /// The text that begins with what `text` begins with.
    init(_ text: String, at path: String) {
        self.init(excerpt: text.singleLine.excerpt(characters: 60), path: path)
    }
}
