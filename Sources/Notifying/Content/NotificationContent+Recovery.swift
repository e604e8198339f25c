// SPDX-License-Identifier: MIT

internal import Commanding
internal import Icons
internal import Localization
package import Recording

extension NotificationContent {
    /// What is said of takes that a recorder which is gone was in the middle of, and that are whole again; of the last one, if there are several.
    package init?(recovered takes: [StoredTake]) {
        guard let last = takes.last else { return nil }
        let values = [
            "count": "\(takes.count)", "date": last.started.dateText,
            "length": last.duration == .zero ? localized("of unknown length") : last.duration.spelledText,
        ]
        let summary = takes.count == 1 ? localized("A recording was recovered") : localized("{count} recordings were recovered", values)
        let body =
            takes.count == 1
            ? localized("The recorder was killed in the middle of it: {date}, {length}. It is kept until you process or discard it.", values)
            : localized(
                "The recorder was killed in the middle of them. They are kept: “tallylight recover --list” shows all. The last one: {date}, {length}.", values)
        self.init(
            occasion: .recovery, session: last.session, summary: Self.named(summary, takes.count == 1 ? last.title : "").singleLine,
            body: body.singleLine.excerpt(characters: Self.excerptLength),
            buttons: [RecordingCommand.process, .discard].map { Button(key: "recovery.\($0.rawValue)", label: $0.label, action: .command($0)) },
            icon: .attention, category: "transfer")
    }
}
