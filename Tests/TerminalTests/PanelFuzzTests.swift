// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Terminal
import TestSupport
import Testing

@Suite("Hostile text and sizes")
struct PanelFuzzTests {
    static let hostile = [
        "mic\u{1B}]52;c;cHduCg==\u{7}", "a\u{1B}[2Jb.wav", "\u{9B}31m", "\u{202E}txt.exe\u{2066}", "\r\rover\n\nline", "a" + String(repeating: "\u{301}", count: 10_000),
        String(repeating: "\u{301}", count: 50), "山田さんのマイク（内蔵）", "👩‍👩‍👧‍👦👋🏽🇨🇭🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{0}\u{7F}\u{85}\u{2028}\u{FEFF}\u{FFFE}\u{FFFD}", String(repeating: "क\u{94D}", count: 300), "שלום עולם",
        String(repeating: "x", count: 5000), "{path}%s%n\\", "", " ", "\u{1B}", "\u{1B}P\u{1B}\\\u{1B}^x\u{1B}_y\u{1B}X", "\u{18}\u{1A}\u{E}\u{F}",
    ]

    private struct Dice {
        var random: SystemRandomNumberGenerator = .init()

        mutating func of<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &random)] }

        mutating func text() -> String { (0..<Int.random(in: 0...3, using: &random)).map { _ in of(PanelFuzzTests.hostile) }.joined(separator: of(["", " ", "\n"])) }

        mutating func activity() -> Activity {
            let error = RecordingError(of(RecordingError.Name.allCases), text())
            var activity = of([Activity(), .recording(.seconds(3)), .paused(.seconds(400_000_000)), .processing(0.3), .done(of(RecordingOutcome.allCases), error: error)])
            activity.title = text()
            activity.source = text()
            activity.locale = of(["en", "de-CH", text()])
            activity.notice = of(Notice.allCases + [nil, nil].compactMap { $0 })
            activity.kept = (0..<Int.random(in: 0...3, using: &random)).map { SessionID(rawValue: "\($0)") }
            activity.lastResult?.transcriptPath = text()
            activity.lastResult?.audioPath = text()
            return activity
        }

        mutating func size() -> WindowSize {
            let sides = [1, 2, 3, 7, 10, 19, 20, 21, 33, 40, 59, 60, 80, 120, 300]
            return WindowSize(columns: of(sides), rows: of(sides))
        }

        mutating func key() -> Key { of([.character("t"), .escape, .enter, .down, .pageDown, .end, .character("q"), .character(" "), .redraw, .home]) }
    }

    @Test(arguments: 0..<20)
    func `C135, C139: no text in no window steers the terminal or leaves its place`(round: Int) {
        var dice = Dice()
        var rig = PanelRig()
        var screen = PseudoTerminalScreen(columns: 80, rows: 24)
        var shown: Frame?
        for _ in 0..<50 {
            let size = dice.size()
            if size != rig.panel.size { screen = PseudoTerminalScreen(columns: size.columns, rows: size.rows) }
            rig.receive(.resized(size))
            rig.receive(.activity(dice.activity()))
            rig.receive(.text(Activity.take, .success(Transcript(text: dice.text(), engine: dice.text(), model: dice.text(), language: "en"))))
            rig.receive(.answered(0, RecordingError(.notFound, dice.text())))
            rig.press(dice.key())
            let frame = rig.panel.frame(at: rig.now, style: rig.style)
            screen.feed(frame.encoded(over: shown, rig.style).utf8)
            shown = frame
            #expect(screen.strange.isEmpty)
            #expect(screen.lastColumn < size.columns)
            #expect(screen.lines.count <= size.rows)
            #expect(screen.lines == frame.lines)
        }
    }

    @Test(arguments: hostile)
    func `C139: a hostile text leaves the rows around it as they were`(text: String) {
        var plain = PanelRig()
        var hostile = PanelRig()
        var activity = Activity.paused(.seconds(7))
        activity.title = "plain"
        plain.receive(.activity(activity))
        activity.title = text
        hostile.receive(.activity(activity))
        var lines = hostile.lines
        lines.removeAll { $0.hasPrefix("    Title ") }
        let others = plain.lines.filter { !$0.hasPrefix("    Title ") }
        #expect(lines.prefix(13) == others.prefix(13))
        #expect(lines.last == others.last)
    }
}
