// SPDX-License-Identifier: MIT

import Commanding
import DBus
import Testing

@testable import Indicator

@Suite("IndicatorMenu")
struct IndicatorMenuTests {
    private func subject(_ activity: Activity, text: IndicatorSubject.Text? = nil) -> IndicatorSubject {
        IndicatorSubject(sight: .activity(activity), text: text)
    }

    /// The labels of the rows that can be clicked.
    private func choices(_ subject: IndicatorSubject) -> [String] { subject.rows.filter { $0.isEnabled && !$0.label.isEmpty }.map(\.label) }

    @Test
    func `the commands offered now can be clicked, and no others`() {
        #expect(choices(subject(.sample(.notRecording))) == ["Record", "Quit"])
        #expect(choices(subject(.sample(.recording))) == ["Pause", "Finish"])
        #expect(choices(subject(.sample(.paused))) == ["Resume", "Process", "Discard"])
        #expect(choices(subject(.sample(.processing))) == ["Discard"])
        #expect(choices(subject(.sample(.paused) { $0.commands = [.toggle, .discard] })) == ["Discard"])
        #expect(choices(subject(.sample(.notRecording) { $0.kept = [SessionID(rawValue: "old"), SessionID(rawValue: "newer")] })) == ["Record", "Process Kept Take", "Quit"])
        #expect(choices(IndicatorSubject(sight: .absent(RecordingError(.notRunning, "")))) == ["Record", "Quit"])
    }

    @Test
    func `the facts are there and can't be clicked, and lines stand between what belongs together`() {
        let activity = Activity.sample(.recording) {
            $0.title = "Minutes"
            $0.source = "Blue Yeti"
            $0.locale = "de-CH"
            $0.notice = .lowDisk
        }
        let rows = subject(activity, text: IndicatorSubject.Text("It was\na dark night.", at: "/tmp/a.txt")).rows
        let labels = rows.map(\.label)
        #expect(labels[0].hasPrefix("Recording since "))
        #expect(
            Array(labels.dropFirst()) == [
                "the disk is nearly full", "“Minutes”", "", "Pause", "Finish", "", "Microphone: Blue Yeti", "Language: de-CH", "", "Last text: It was a dark night.", "", "Quit",
            ])
        #expect(rows.filter(\.isEnabled).map(\.label).filter { !$0.isEmpty } == ["Pause", "Finish", "Last text: It was a dark night."])
    }

    @Test
    func `labels are one line of bounded length, with no letter to press and nothing that steers a renderer`() {
        let activity = Activity.sample(.paused) {
            $0.title = "a_b__c\u{0}\u{1B}[31m\u{202E}" + String(repeating: "👨‍👩‍👧‍👦", count: 500)
            $0.source = "x\r\ny"
        }
        for row in subject(activity).rows {
            guard let label = row.properties["label"]?.text else { continue }
            #expect(label.count < 130 && label.utf8.count < 4096)
            #expect(!label.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
            #expect(label.split(separator: "_", omittingEmptySubsequences: false).count % 2 == 1)
        }
        let title = MenuRow(meaning: .title, label: "_a_b__")
        #expect(title.properties["label"] == .string("__a__b____"))
    }

    @Test
    func `an id has one meaning for life, and the same row comes back with its id as long as the take is open`() {
        var menu = IndicatorMenu()
        var meanings: [Int32: MenuRow.Meaning] = [:]
        func show(_ activity: Activity) -> [MenuRow.Meaning: Int32] {
            _ = menu.show(subject(activity).rows)
            for (id, row) in menu.rows {
                #expect(id > 0 && meanings[id, default: row.meaning] == row.meaning)
                meanings[id] = row.meaning
            }
            #expect(Set(menu.rows.map(\.id)).count == menu.rows.count)
            return Dictionary(uniqueKeysWithValues: menu.rows.map { ($0.row.meaning, $0.id) })
        }
        let idle = show(.sample(.notRecording))
        let paused = show(.sample(.paused))
        _ = show(.sample(.recording))
        #expect(show(.sample(.paused)) == paused)
        _ = show(.sample(.processing))
        #expect(show(.sample(.notRecording)) == idle)
        let other = show(.sample(.paused, session: "take-2"))
        for (meaning, id) in other where meaning.passes { #expect(!paused.values.contains(id)) }
        #expect(Set(other.filter { !$0.key.passes }.values).isSubset(of: paused.values))
    }

    @Test
    func `what belongs to takes that are over is forgotten`() {
        var menu = IndicatorMenu()
        for number in 0..<1000 {
            for state in [RecordingState.recording, .paused, .processing, .notRecording] {
                _ = menu.show(subject(.sample(state, session: "take-\(number)"), text: IndicatorSubject.Text("\(number)", at: "/\(number)")).rows)
            }
        }
        let ids = Mirror(reflecting: menu).descendant("ids") as? [MenuRow.Meaning: Int32]
        #expect((ids?.count ?? .max) < 20)
    }

    @Test
    func `the revision grows with the structure alone, and labels are told as properties`() {
        var menu = IndicatorMenu()
        #expect(menu.show(subject(.sample(.paused) { $0.timer.elapsed = .seconds(1) }).rows).isStructural)
        let revision = menu.revision
        let change = menu.show(subject(.sample(.paused) { $0.timer.elapsed = .seconds(2) }).rows)
        #expect(!change.isStructural && menu.revision == revision)
        #expect(change.updated.map(\.properties) == [["label": .string("Paused at 0:02")]] && change.removed.isEmpty)
        let same = menu.show(subject(.sample(.paused) { $0.timer.elapsed = .seconds(2) }).rows)
        #expect(!same.isStructural && same.updated.isEmpty && same.removed.isEmpty)
        let processing = menu.show(subject(.sample(.processing)).rows)
        #expect(processing.isStructural && menu.revision == revision + 1)
        #expect(processing.updated.map(\.properties) == [["label": .string("Turning speech into text")]])
        // Quit can be clicked again: what says that it can't be goes.
        let idle = menu.show(subject(.sample(.notRecording)).rows)
        #expect(idle.removed.map(\.names) == [["enabled"]])
    }

    @Test
    func `a text is never in what is told to everybody`() {
        var menu = IndicatorMenu()
        _ = menu.show(subject(.sample(.notRecording), text: IndicatorSubject.Text("first secret", at: "/a")).rows)
        let change = menu.show(subject(.sample(.notRecording), text: IndicatorSubject.Text("second secret", at: "/a")).rows)
        #expect(change.isStructural && change.updated.isEmpty)
    }

    @Test
    func `only what is shown and enabled can be clicked`() throws {
        var menu = IndicatorMenu()
        _ = menu.show(subject(.sample(.paused)).rows)
        let discard = try #require(menu.rows.first { $0.row.label == "Discard" })
        #expect(menu.meaning(of: Int64(discard.id)) == .command(.discard, .paused, SessionID(rawValue: "take-1")))
        #expect(menu.meaning(of: Int64(menu.rows[0].id)) == nil)
        _ = menu.show(subject(.sample(.processing)).rows)
        #expect(menu.meaning(of: Int64(discard.id)) == nil)
        for id in [0, -1, Int64.max, .min] { #expect(menu.meaning(of: id) == nil) }
    }
}
