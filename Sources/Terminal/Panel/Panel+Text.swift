// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

extension Panel {
    func draw(_ page: TextPage, _ frame: inout Frame, _ geometry: Geometry, at now: MonotonicTime, _ symbols: Symbols) {
        let rows = geometry.textRows
        frame.put(headingRow(page, geometry, at: now, symbols), at: geometry.top)
        if rows.lowerBound > geometry.top + 1 { frame.put(factsRow(page, geometry), at: geometry.top + 1) }
        for (number, line) in zip(rows, page.lines(size)) {
            var row = geometry.row
            row.add(line.text)
            frame.put(row, at: number)
        }
        drawSentence(&frame, geometry, at: now, symbols)
    }

    /// The page's heading, and at the end what the recorder is doing meanwhile.
    private func headingRow(_ page: TextPage, _ geometry: Geometry, at now: MonotonicTime, _ symbols: Symbols) -> Row {
        var row = geometry.row
        let heading = page.heading(symbols)
        row.add(heading.symbol, heading.ink)
        row.skip(1)
        row.add(heading.words, heading.ink)
        if let activity, activity.state != .notRecording {
            let state = self.heading(symbols)
            row.addAtEnd("\(state.symbol) \(state.word)  \(activity.timer.elapsed(at: now).timerText)", state.ink)
        } else if let title = activity?.title, !title.isEmpty {
            row.skip(2)
            row.add(title)
        }
        return row
    }

    private func factsRow(_ page: TextPage, _ geometry: Geometry) -> Row {
        var row = geometry.row
        row.add(page.facts, .faint)
        if page.transcript?.isDraft == true {
            row.add(localized(" · draft"), .tinted(.yellow))
        }
        if let position = page.position(size) { row.addAtEnd(position, .faint) }
        return row
    }

    /// The most urgent sentence, above the keys; over the end of the text when it is long.
    private func drawSentence(_ frame: inout Frame, _ geometry: Geometry, at now: MonotonicTime, _ symbols: Symbols) {
        guard let sentence = sentences(at: now, symbols).first else { return }
        let rows = rows(sentence, geometry)
        let last = geometry.isAiry ? geometry.keyRow - 1 : geometry.textRows.upperBound - 1
        for (offset, row) in rows.enumerated() {
            frame.put(row, at: max(last - rows.count + 1 + offset, geometry.top))
        }
    }
}
