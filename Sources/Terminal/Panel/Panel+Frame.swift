// SPDX-License-Identifier: MIT

package import Commanding
internal import EventLoop
internal import Localization

extension Panel {
    /// What the panel looks like at `now`.
    package func frame(at now: MonotonicTime, style: PanelStyle) -> Frame {
        var frame = Frame(size: size)
        guard let (geometry, keys) = geometry() else {
            var row = Row(from: 0, to: size.columns)
            row.add(Self.tooSmall(size.columns))
            frame.put(row, at: 0)
            return frame
        }
        for (offset, row) in keys.enumerated() {
            frame.put(row, at: geometry.bottom - min(keys.count, geometry.keyRows) + offset)
        }
        if let page {
            draw(page, &frame, geometry, at: now, style.symbols)
        } else {
            drawLive(&frame, geometry, at: now, style.symbols)
        }
        return frame
    }

    // MARK: Keys

    /// The rows of the key line in a window of that geometry; what has no room goes without being listed, but for the answers to a question.
    private func keyRows(_ geometry: Geometry) -> [Row] {
        var rows = [geometry.row]
        for choice in choices {
            let width = FittedText("\(choice.key) \(choice.action)", limit: geometry.width).width
            if !rows[rows.count - 1].pieces.isEmpty {
                if width + 3 > rows[rows.count - 1].room { rows.append(geometry.row) } else { rows[rows.count - 1].skip(3) }
            }
            rows[rows.count - 1].add(choice.key, .strong)
            rows[rows.count - 1].skip(1)
            rows[rows.count - 1].add(choice.action, .faint)
        }
        return isAsking ? rows : Array(rows.prefix(geometry.keyRows))
    }

    /// The geometry of the window, which depends on the keys while the panel asks.
    func geometry() -> (geometry: Geometry, keys: [Row])? {
        guard let geometry = Geometry(size) else { return nil }
        let rows = keyRows(geometry)
        guard rows.count > geometry.keyRows, let higher = Geometry(size, keyRows: rows.count) else { return (geometry, rows) }
        return (higher, rows)
    }

    // MARK: Words

    /// The mark, the word and the ink of what the recorder is doing.
    func heading(_ symbols: Symbols) -> (symbol: String, word: String, ink: Ink) {
        switch activity?.state {
        case .recording: (symbols.recording, localized("Recording"), .bright(.red))
        case .paused: (symbols.paused, localized("Paused"), .bright(.yellow))
        case .processing: (symbols.processing, localized("Processing"), .bright(.cyan))
        case .notRecording: (symbols.ready, localized("Ready"), .strong)
        case nil: (symbols.ready, localized("Connecting"), .faint)
        }
    }

    /// As much of a sentence as fits whole.
    private static func tooSmall(_ columns: Int) -> String {
        let wordings = [localized("This window is too small: widen it."), localized("Too small: widen it."), localized("Too small"), localized("small")]
        return wordings.first { FittedText($0, limit: columns).text == $0 } ?? "…"
    }

    /// A sentence for the person, with the mark before it.
    struct Sentence: Hashable {
        var mark = ""
        let text: String
        let ink: Ink
    }

    /// The sentences that want to be read now, the most urgent first.
    func sentences(at now: MonotonicTime, _ symbols: Symbols) -> [Sentence] {
        if isAsking { return [Sentence(text: localized("A take is open."), ink: .strong)] }
        var sentences: [Sentence] = []
        if case .lostRecorder(let error) = lost {
            sentences.append(Sentence(text: error?.message ?? Self.recorderEnded, ink: .tinted(.yellow)))
        }
        if let message, message.until > now { sentences.append(Sentence(text: message.text, ink: .strong)) }
        if let waiting = waiting.first(where: { $0.since.advanced(by: Self.waitingTime) <= now }) {
            sentences.append(Sentence(text: Self.waitingText(waiting.command), ink: .faint))
        }
        if let notice = activity?.notice {
            sentences.append(Sentence(mark: symbols.attention, text: notice.sentence, ink: notice.isAlarming ? .tinted(.yellow) : .tinted(.cyan)))
        } else if activity?.isInterrupted == true {
            sentences.append(Sentence(mark: symbols.attention, text: localized("The system paused the take."), ink: .tinted(.yellow)))
        }
        return sentences
    }

    /// The rows of a sentence, three at most; what follows the first is indented as far as its mark is wide.
    func rows(_ sentence: Sentence, _ geometry: Geometry) -> [Row] {
        let indent = sentence.mark.isEmpty ? 0 : 2
        let width = geometry.width - indent
        // Cut first: line ends become spaces, and of an endless message only the beginning is looked at, frame after frame.
        let text = FittedText(sentence.text, limit: width * 3).text
        return WrappedText(text, width: width).lines.prefix(3).enumerated().map { number, line in
            var row = geometry.row
            if number == 0 { row.add(sentence.mark, sentence.ink) }
            row.skip(to: geometry.left + indent)
            row.add(line.text, sentence.ink)
            return row
        }
    }

    static var recorderEnded: String { localized("The recorder has ended.") }

    private static func waitingText(_ command: RecordingCommand) -> String {
        switch command {
        case .toggle, .start, .resume: localized("Waiting for the microphone…")
        case .pause, .process, .discard, .finish: localized("Waiting for the recorder…")
        }
    }
}
