// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

extension Panel {
    /// What a row is worth: in a low window those worth least are left out.
    private enum Worth: Int {
        case space, language, lastTake, title, kept, source, gauge, sentence, heading, question
    }

    private struct WorthyRow {
        var row: Row
        var worth: Worth
    }

    /// State, time and level on top, the same in every state and with whatever is below; then what is known, and what has to be said.
    func drawLive(_ frame: inout Frame, _ geometry: Geometry, at now: MonotonicTime, _ symbols: Symbols) {
        let height = geometry.keyRow - geometry.top
        let clock = (activity?.timer.elapsed(at: now) ?? .zero).timerText
        let scale = Self.scale(clock, geometry)
        let gap = WorthyRow(row: geometry.row, worth: .heading)
        var rows = [headingRow(geometry, scale == nil ? clock : nil, symbols)]
        if let scale { rows += [gap] + digitRows(clock, scale, geometry) + [gap] }
        rows += gaugeRows(geometry, at: now, symbols).prefix(scale == nil ? 1 : 2)
        if height > 5 { rows.append(gap) }
        rows += factRows(geometry)
        let sentences = sentenceRows(geometry, at: now, symbols)
        rows += (sentences.isEmpty ? [] : [WorthyRow(row: geometry.row, worth: .space)]) + sentences
        while rows.count > height, let least = rows.map(\.worth.rawValue).min(), let index = rows.lastIndex(where: { $0.worth.rawValue == least }) {
            rows.remove(at: index)
        }
        for (offset, row) in rows.enumerated() {
            frame.put(row.row, at: geometry.top + offset)
        }
    }

    // MARK: State and time

    private static func scale(_ clock: String, _ geometry: Geometry) -> Digits.Scale? {
        let height = geometry.keyRow - geometry.top
        if height >= 16, Digits.width(clock, .large) <= geometry.width { return .large }
        return height >= 12 && Digits.width(clock, .medium) <= geometry.width ? .medium : nil
    }

    private func headingRow(_ geometry: Geometry, _ clock: String?, _ symbols: Symbols) -> WorthyRow {
        var row = geometry.row
        let heading = heading(symbols)
        row.add(heading.symbol, heading.ink)
        row.skip(1)
        row.add(heading.word, heading.ink)
        if let clock {
            row.skip(2)
            row.add(clock, timeInk)
        }
        row.addAtEnd("Tallylight", .faint)
        return WorthyRow(row: row, worth: .heading)
    }

    private var timeInk: Ink { activity?.state == .recording ? .strong : activity?.state == .paused ? .plain : .faint }

    private func digitRows(_ clock: String, _ scale: Digits.Scale, _ geometry: Geometry) -> [WorthyRow] {
        Digits.rows(clock, scale).map { text in
            var row = geometry.row
            row.add(text, timeInk)
            return WorthyRow(row: row, worth: .heading)
        }
    }

    // MARK: Level and progress

    /// Two rows in every state, so that nothing below them moves when the state changes.
    private func gaugeRows(_ geometry: Geometry, at now: MonotonicTime, _ symbols: Symbols) -> [WorthyRow] {
        var gauge = geometry.row
        var scale = geometry.row
        let value = 10
        let width = max(geometry.width - value - 1, 1)
        switch activity?.state {
        case .recording:
            gauge.addBar(Self.place(level), mark: Self.place(peak.level(at: now)), width: width, symbols, ink: Self.levelInk)
            gauge.addAtEnd(Self.levelText(level))
            Self.addScale(&scale, width)
        case .processing:
            addProgress(&gauge, width, symbols)
        case .paused:
            gauge.addBar(0, width: width, symbols) { _ in .faint }
        case .notRecording:
            gauge.add(localized("Press space to record."), .faint)
        case nil: break
        }
        return [WorthyRow(row: gauge, worth: .gauge), WorthyRow(row: scale, worth: .gauge)]
    }

    private func addProgress(_ row: inout Row, _ width: Int, _ symbols: Symbols) {
        guard let progress = activity?.progress, progress.isFinite else {
            row.add(localized("The speech is being turned into text…"), .faint)
            return
        }
        let part = min(max(progress, 0), 1)
        row.addBar(part, width: width, symbols) { _ in .tinted(.cyan) }
        row.addAtEnd(localized("{percent} %", ["percent": "\(Int(part * 100))"]))
    }

    /// The quietest level on the scale, in dBFS.
    private static let floor = -60.0

    private static func place(_ level: Double) -> Double { min(max(1 - level / floor, 0), 1) }

    /// Green is where speech belongs, yellow is near the end of the scale, and in red the sound is about to break.
    private static func levelInk(_ place: Double) -> Ink { place >= 0.9 ? .tinted(.red) : place >= 0.7 ? .tinted(.yellow) : .tinted(.green) }

    private static func levelText(_ level: Double) -> String {
        let number = level < -99 ? "−∞" : level <= -0.5 ? "−\(Int((-level).rounded()))" : "0"
        return localized("{level} dBFS", ["level": number])
    }

    private static func addScale(_ row: inout Row, _ width: Int) {
        let start = row.end
        for level in [-60, -40, -20, -6] where width >= 40 {
            row.skip(to: start + Int(place(Double(level)) * Double(width)))
            row.add("−\(-level)", .faint)
        }
    }

    // MARK: Facts

    private func factRows(_ geometry: Geometry) -> [WorthyRow] {
        guard let activity else { return [] }
        var facts: [(label: String, text: String, worth: Worth)] = []
        if !activity.source.isEmpty { facts.append((localized("Microphone"), activity.source, .source)) }
        if !activity.title.isEmpty { facts.append((localized("Title"), activity.title, .title)) }
        if !activity.locale.isEmpty { facts.append((localized("Language"), activity.locale, .language)) }
        if !activity.kept.isEmpty { facts.append((localized("Kept"), Self.keptText(activity.kept.count), .kept)) }
        if let result = activity.lastResult { facts.append((localized("Last take"), Self.resultText(result), .lastTake)) }
        let indent = (facts.map { FittedText($0.label, limit: 20).width }.max() ?? 0) + 2
        return facts.map { fact in
            var row = geometry.row
            row.add(fact.label, .faint, width: indent - 1)
            row.skip(to: geometry.left + indent)
            row.add(fact.text)
            return WorthyRow(row: row, worth: fact.worth)
        }
    }

    private static func keptText(_ count: Int) -> String {
        count == 1 ? localized("1 take waits to be processed") : localized("{count} takes wait to be processed", ["count": "\(count)"])
    }

    private static func resultText(_ result: TakeResult) -> String {
        let time = result.duration.timerText
        switch result.outcome {
        case .transcribed: return localized("{time} · {file}", ["time": time, "file": fileName(result.transcriptPath)])
        case .noSpeech: return localized("{time} · No speech was recognised.", ["time": time])
        case .discarded: return localized("{time} · discarded", ["time": time])
        case .failed: return localized("{time} · {reason}", ["time": time, "reason": result.error?.message ?? localized("failed")])
        }
    }

    private static func fileName(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

    // MARK: Sentences

    private func sentenceRows(_ geometry: Geometry, at now: MonotonicTime, _ symbols: Symbols) -> [WorthyRow] {
        sentences(at: now, symbols).flatMap { sentence in
            rows(sentence, geometry).map { WorthyRow(row: $0, worth: isAsking ? .question : .sentence) }
        }
    }
}
