// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

/// What became of a take, to be read: its text, or why there is none.
struct TextPage: Sendable {
    let result: TakeResult
    /// How the text came about; nil while it is on its way, and when there is none.
    private(set) var transcript: Transcript?
    private var isFailed: Bool
    private var body: String
    private var wrapped: WrappedText
    private var top = 0
    /// What the reader put on top, as the number of glyphs before it: the place to return to when the window changes.
    private var place = 0

    /// The take.
    var session: SessionID { result.session }

    init(_ result: TakeResult, _ size: WindowSize) {
        self.result = result
        isFailed = result.outcome == .failed
        body = Self.body(of: result)
        wrapped = WrappedText("", width: 0)
        fit(size)
    }

    mutating func receive(_ answer: Result<Transcript, RecordingError>, _ size: WindowSize) {
        switch answer {
        case .success(let transcript):
            self.transcript = transcript
            body = transcript.text.contains { !$0.isWhitespace } ? transcript.text : Self.nothingHeard(result)
        case .failure(let error):
            isFailed = true
            body = error.message
        }
        fit(size)
    }

    // MARK: What it says

    private static func body(of result: TakeResult) -> String {
        switch result.outcome {
        case .transcribed: return localized("The text is being fetched…")
        case .noSpeech, .discarded: return nothingHeard(result)
        case .failed: return (result.error?.message ?? localized("The speech could not be turned into text.")) + "\n\n" + audio(result)
        }
    }

    private static func nothingHeard(_ result: TakeResult) -> String {
        localized("No speech was recognised.") + "\n\n" + audio(result)
    }

    private static func audio(_ result: TakeResult) -> String {
        guard !result.audioPath.isEmpty else { return localized("The audio is kept.") }
        return localized("The audio is kept: {path}", ["path": result.audioPath])
    }

    /// Whether there is a text, and not a reason why there is none.
    var hasText: Bool { transcript?.text.contains { !$0.isWhitespace } == true }

    /// The mark before the heading, the heading, and their ink.
    func heading(_ symbols: Symbols) -> (symbol: String, words: String, ink: Ink) {
        if isFailed { return (symbols.failed, localized("No text"), .bright(.red)) }
        if hasText { return (symbols.done, localized("Text"), .bright(.green)) }
        return result.outcome == .transcribed && transcript == nil
            ? (symbols.processing, localized("Text"), .strong) : (symbols.ready, localized("No speech"), .strong)
    }

    /// How long the take is, and who heard it in which language.
    var facts: String {
        var facts = [result.duration.timerText]
        if let transcript {
            facts += [transcript.language, transcript.engine, transcript.model].filter { !$0.isEmpty }
        }
        return facts.joined(separator: " · ")
    }

    // MARK: Scrolling

    /// The rows of the window that show the text.
    private static func height(_ size: WindowSize) -> Int {
        guard let geometry = Geometry(size) else { return 1 }
        return geometry.textRows.count
    }

    /// Wraps the text for a window of `size`; the reader's place stays on top, as nearly as it can.
    mutating func fit(_ size: WindowSize) {
        wrapped = WrappedText(body, width: Geometry(size)?.width ?? 1)
        top = wrapped.line(showing: place)
        moveTop(by: 0, size)
    }

    func canScroll(_ size: WindowSize) -> Bool { wrapped.lines.count > Self.height(size) }

    mutating func scroll(_ key: Key, _ size: WindowSize) {
        // A page keeps one line of the one before, so that the eye finds its place.
        let page = max(Self.height(size) - 1, 1)
        switch key {
        case .up, .character("k"): moveTop(by: -1, size)
        case .down, .character("j"): moveTop(by: 1, size)
        case .pageUp: moveTop(by: -page, size)
        case .pageDown: moveTop(by: page, size)
        case .home: moveTop(by: -top, size)
        case .end: moveTop(by: wrapped.lines.count, size)
        default: break
        }
        place = wrapped.lines.indices.contains(top) ? wrapped.lines[top].start : 0
    }

    private mutating func moveTop(by lines: Int, _ size: WindowSize) {
        top = max(min(top + lines, wrapped.lines.count - Self.height(size)), 0)
    }

    /// The lines in view.
    func lines(_ size: WindowSize) -> ArraySlice<WrappedText.Line> {
        wrapped.lines[top...].prefix(Self.height(size))
    }

    /// Which lines are in view, of how many; nil when all are.
    func position(_ size: WindowSize) -> String? {
        guard canScroll(size) else { return nil }
        let (first, last) = (top + 1, top + Self.height(size))
        return localized("{first}–{last} of {count}", ["first": "\(first)", "last": "\(last)", "count": "\(wrapped.lines.count)"])
    }
}
