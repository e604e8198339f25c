// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

extension ListedTake {
    /// The take as a line for people.
    ///
    /// - Parameter now: CLOCK_REALTIME.
    func line(at now: WallTime) -> String {
        let length = duration.map(\.spelledText) ?? localized("length not known yet")
        var facts = [session.rawValue, started.dateText, length, sizeText]
        if !title.isEmpty { facts.append(localized("“{title}”", ["title": title])) }
        facts.append(state == .kept ? reasonText : discardedText(at: now))
        return facts.joined(separator: "  ")
    }

    private var sizeText: String {
        let tenths = size / 100_000
        return size < 1_000_000 ? localized("{size} kB", ["size": "\(size / 1000)"]) : localized("{size} MB", ["size": "\(tenths / 10).\(tenths % 10)"])
    }

    private var reasonText: String {
        switch reason {
        case .crashed: localized("kept: the recorder was killed in the middle of it")
        case .saved: localized("kept: the recorder was ended with it open, and its audio is in the documents")
        case .draft: localized("kept: its text is a draft")
        case .undelivered: localized("kept: it could not be put with the documents")
        case .recovered: localized("kept: it was discarded and brought back")
        case .unprocessed: localized("kept: it was not turned into text")
        }
    }

    private func discardedText(at now: WallTime) -> String {
        guard let discarded, let expires else { return localized("discarded") }
        let left = Duration.microseconds(max(0, expires.microseconds.subtractingReportingOverflow(now.microseconds).partialValue))
        return localized("discarded at {time}, gone in {rest}", ["time": discarded.clockText, "rest": left.spelledText])
    }
}
