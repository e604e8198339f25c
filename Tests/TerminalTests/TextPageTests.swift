// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Terminal
import Testing

@Suite("Page of a text")
struct TextPageTests {
    private let take = Activity.take

    private func text(_ text: String, isDraft: Bool = false) -> Transcript {
        Transcript(text: text, engine: "sherpa-onnx", model: "moonshine-base", language: "en", isDraft: isDraft)
    }

    /// A rig right after a take was transcribed.
    private func rig(_ content: String, _ columns: Int = 60, _ rows: Int = 12, isDraft: Bool = false) -> PanelRig {
        var rig = PanelRig(columns, rows)
        rig.receive(.activity(.processing(nil)))
        rig.receive(.activity(.done(.transcribed)))
        rig.receive(.text(take, .success(text(content, isDraft: isDraft))))
        return rig
    }

    @Test
    func `the whole text is shown after processing`() {
        var rig = PanelRig(60, 12)
        rig.receive(.activity(.processing(nil)))
        rig.receive(.activity(.done(.transcribed)))
        #expect(rig.done() == [.fetchText(take)])
        #expect(rig.text.contains("The text is being fetched…"))
        rig.receive(.text(take, .success(text("She had your dark suit in greasy wash water all year."))))
        #expect(
            rig.text == """

                    ✓ Text
                    0:07 · en · sherpa-onnx · moonshine-base

                    She had your dark suit in greasy wash water all
                    year.




                    space record   esc close   q quit
                """)
        rig.press(.escape)
        #expect(rig.text.contains("○ Ready") && rig.text.contains("t last take"))
        rig.press(.character("t"))
        #expect(rig.done() == [.fetchText(take)])
    }

    @Test
    func `a draft is marked`() {
        #expect(rig("Words.", isDraft: true).lines[2].hasSuffix(" · draft"))
    }

    @Test(arguments: ["", " \n\t "])
    func `an empty text says that no speech was recognised`(content: String) {
        let rig = rig(content, 80, 24)
        #expect(rig.text.contains("○ No speech") && rig.text.contains("No speech was recognised."))
        #expect(rig.text.contains("The audio is kept: /home/ada/Documents/Tallylight/2026-11-30"))
    }

    @Test
    func `a text that can't be had says why`() {
        var rig = PanelRig()
        rig.receive(.activity(.processing(nil)))
        rig.receive(.activity(.done(.transcribed)))
        rig.receive(.text(take, .failure(RecordingError(.notFound, "The text was moved away."))))
        #expect(rig.text.contains("✕ No text") && rig.text.contains("The text was moved away."))
    }

    @Test
    func `a discarded take is said in passing`() {
        var rig = PanelRig()
        rig.receive(.activity(.paused(.zero)))
        rig.receive(.activity(.done(.discarded)))
        #expect(rig.text.contains("○ Ready") && rig.text.contains("“tallylight recover” brings it back"))
    }

    @Test
    func `what happened before the panel was there is not opened`() {
        var rig = PanelRig()
        rig.receive(.activity(.done(.transcribed)))
        #expect(rig.done().isEmpty)
        #expect(rig.text.contains("Last take   0:07 · 2026-11-30 14.05.22.txt"))
    }

    @Test
    func `a take that fails twice in the same way is shown twice`() {
        var rig = PanelRig()
        let failed = Activity.done(.failed, error: RecordingError(.transcriptionFailed, "The engine broke."))
        rig.receive(.activity(failed))
        for _ in 0..<2 {
            rig.receive(.activity(.processing(nil)))
            rig.receive(.activity(failed))
            #expect(rig.text.contains("✕ No text"))
            rig.press(.escape)
        }
    }

    @Test
    func `a text that is being read isn't replaced by the next`() {
        var rig = rig("The first text.")
        var activity = Activity.done(.noSpeech)
        activity.lastResult?.session = SessionID(rawValue: "other")
        rig.receive(.activity(activity))
        #expect(rig.text.contains("The first text.") && rig.text.contains("Another take is done"))
        rig.receive(.text(SessionID(rawValue: "other"), .success(text("Late words."))))
        #expect(!rig.text.contains("Late words."))
    }

    @Test
    func `what the recorder does meanwhile stands in the heading`() {
        var rig = rig("Words.")
        rig.receive(.activity(.recording(.seconds(61))))
        #expect(rig.lines[1].hasSuffix("● Recording  1:01"))
        #expect(!rig.panel.wantsLevel)
        rig.press(.character(" "))
        #expect(rig.lines[1].hasPrefix("    ● Recording"))
    }

    // MARK: Scrolling

    private static let numbers = (1...100).map { "line \($0)" }.joined(separator: "\n")

    private func view(_ rig: PanelRig) -> [String] { rig.lines.filter { $0.contains("line ") }.map { String($0.drop { $0 == " " }) } }

    @Test
    func `every key scrolls as far as it says, and no further than the ends`() {
        var rig = rig(Self.numbers)
        #expect(view(rig) == (1...4).map { "line \($0)" })
        #expect(rig.lines[2].hasSuffix("1–4 of 100"))
        let table: [(Key, Int)] = [
            (.up, 1), (.down, 2), (.character("j"), 3), (.character("k"), 2), (.pageDown, 5), (.pageUp, 2), (.pageUp, 1), (.end, 97), (.down, 97), (.pageDown, 97), (.home, 1),
        ]
        for (key, first) in table {
            rig.press(key)
            #expect(view(rig).first == "line \(first)")
            #expect(view(rig).count == 4)
        }
    }

    @Test
    func `the place in the text stays when the window changes`() {
        var rig = rig((1...100).map { "word\($0)" }.joined(separator: " "))
        for _ in 0..<5 { rig.press(.down) }
        let first = rig.lines[4].split(separator: " ").first
        rig.receive(.resized(WindowSize(columns: 120, rows: 12)))
        #expect(first.map { rig.lines[4].contains($0) } == true)
        rig.receive(.resized(WindowSize(columns: 60, rows: 12)))
        #expect(first.map { rig.lines[4].contains($0) } == true)
    }

    @Test
    func `a text that fits the window has nothing to scroll`() {
        var rig = rig(Self.numbers)
        #expect(rig.lines.last?.contains("↑↓ scroll") == true)
        rig.press(.end)
        rig.receive(.resized(WindowSize(columns: 60, rows: 200)))
        #expect(view(rig).count == 100)
        #expect(rig.lines.last?.contains("scroll") == false)
    }
}
