// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Terminal
import Testing

@Suite("Frames of the panel")
struct PanelFrameTests {
    @Test(arguments: Golden.all)
    func `every state is drawn in every size`(golden: Golden) {
        var rig = PanelRig(golden.columns, golden.rows)
        rig.receive(.activity(golden.activity))
        rig.receive(.level(-12))
        rig.pass(.milliseconds(500))
        rig.receive(.level(-23.4))
        #expect(rig.text == golden.text)
    }

    @Test(arguments: [(19, 3), (20, 2), (1, 1), (5, 40), (300, 1), (1, 65535)])
    func `C135: a window too small says so`(columns: Int, rows: Int) {
        var rig = PanelRig(columns, rows)
        rig.receive(.activity(.recording(.seconds(7))))
        #expect(rig.lines.count == 1)
        let expected = [1: "…", 5: "small", 19: "Too small", 20: "Too small: widen it.", 300: "This window is too small: widen it."]
        #expect(rig.text == expected[columns])
    }

    @Test
    func `C135: the largest window there is holds no more than the panel`() {
        var rig = PanelRig(65535, 65535)
        rig.receive(.activity(.recording(.seconds(7))))
        let frame = rig.panel.frame(at: rig.now, style: rig.style)
        #expect(frame.rows.count < 20)
        #expect(frame.rows.keys.max() == 65533)
    }

    @Test(arguments: [
        (0, "0:00"), (999, "0:00"), (1000, "0:01"), (59_999, "0:59"), (60_000, "1:00"), (600_000, "10:00"), (3_599_999, "59:59"), (3_600_000, "1:00:00"), (360_000_000, "100:00:00"),
        (-5000, "0:00"),
    ])
    func `the timer shows whole seconds that have passed`(milliseconds: Int, text: String) {
        var rig = PanelRig(50, 9)
        rig.receive(.activity(.recording(.milliseconds(milliseconds))))
        #expect(rig.text.contains("Recording  \(text) "))
    }

    @Test
    func `big figures keep their places from second to second`() {
        var rig = PanelRig()
        rig.receive(.activity(.recording(.seconds(3600))))
        for _ in 0..<70 {
            let row = Array(rig.lines[4])
            // The dots of both colons, and the gaps around them.
            #expect(row[10..<16] == [" ", " ", "█", "█", " ", " "])
            #expect(row[30..<36] == [" ", " ", "█", "█", " ", " "])
            rig.pass(.seconds(1))
        }
    }

    @Test
    func `colour comes on top and only where it is wanted`() {
        var rig = PanelRig()
        rig.receive(.activity(.recording(.seconds(7))))
        rig.receive(.level(-3))
        let coloured = rig.panel.frame(at: rig.now, style: PanelStyle(hasColour: true)).encoded(over: nil, PanelStyle(hasColour: true))
        let plain = rig.panel.frame(at: rig.now, style: PanelStyle(hasColour: false)).encoded(over: nil, PanelStyle(hasColour: false))
        #expect(coloured.contains("\u{1B}[1;31m●"))
        #expect(!plain.contains("31m") && !plain.contains("32m") && plain.contains("\u{1B}[1m●"))
    }

    @Test
    func `NO_COLOR takes the colours away unless it is empty, and the Linux console gets no symbols`() {
        #expect(PanelStyle { _ in nil } == PanelStyle(hasColour: true, hasSymbols: true))
        #expect(PanelStyle { ["NO_COLOR": "", "TERM": "xterm"][$0] } == PanelStyle(hasColour: true, hasSymbols: true))
        #expect(PanelStyle { ["NO_COLOR": "0", "TERM": "linux"][$0] } == PanelStyle(hasColour: false, hasSymbols: false))
    }

    @Test
    func `without symbols the states are words in ASCII`() {
        for activity in [Activity.recording(.zero), .paused(.zero), .processing(0.5), Activity()] {
            var rig = PanelRig(40, 9)
            rig.style.hasSymbols = false
            rig.receive(.activity(activity))
            #expect(rig.lines[0].utf8.allSatisfy { $0 < 0x80 })
        }
    }

    @Test(arguments: Notice.allCases)
    func `every notice is a sentence`(notice: Notice) {
        var rig = PanelRig()
        var activity = Activity.recording(.seconds(1))
        activity.notice = notice
        rig.receive(.activity(activity))
        let sentence = rig.lines.drop { !$0.contains("▲") }.prefix(2).joined()
        #expect(sentence.contains("."))
    }

    @Test
    func `a pause by the system says so`() {
        var rig = PanelRig()
        var activity = Activity.paused(.seconds(1))
        activity.isInterrupted = true
        rig.receive(.activity(activity))
        #expect(rig.text.contains("▲ The system paused the take."))
    }

    @Test
    func `the peak is held, then falls`() {
        var rig = PanelRig()
        rig.receive(.activity(.recording(.seconds(1))))
        rig.receive(.level(-6))
        rig.receive(.level(-50))
        let column = rig.lines[9].firstIndex(of: "┃")
        #expect(column != nil)
        rig.pass(.milliseconds(1400))
        #expect(rig.lines[9].firstIndex(of: "┃") == column)
        rig.pass(.seconds(1))
        #expect(rig.lines[9].firstIndex(of: "┃").map { place in column.map { place < $0 } ?? false } == true)
        rig.pass(.seconds(10))
        #expect(!rig.lines[9].contains("┃"))
    }

    @Test(arguments: [(-Double.infinity, "−∞ dBFS"), (.nan, "−∞ dBFS"), (.infinity, "0 dBFS"), (-1e300, "−∞ dBFS"), (-0.2, "0 dBFS"), (3, "0 dBFS"), (-98.7, "−99 dBFS")])
    func `any level has a text of its own and room in the row`(level: Double, text: String) {
        var rig = PanelRig()
        rig.receive(.activity(.recording(.seconds(1))))
        rig.receive(.level(level))
        #expect(rig.lines[9].hasSuffix(" " + text))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 0, 1, 1e300])
    func `any progress can be drawn`(progress: Double) {
        var rig = PanelRig()
        rig.receive(.activity(.processing(progress)))
        #expect(rig.text.contains("Processing"))
    }

    @Test
    func `nothing is sent for a frame that is shown already, and one row for one that changed`() {
        var rig = PanelRig()
        rig.receive(.activity(.recording(.seconds(7))))
        let first = rig.panel.frame(at: rig.now, style: rig.style)
        #expect(first.encoded(over: first, rig.style).isEmpty)
        rig.receive(.level(-20))
        let second = rig.panel.frame(at: rig.now, style: rig.style).encoded(over: first, rig.style)
        #expect(second.hasPrefix("\u{1B}[?2026h\u{1B}[10;1H\u{1B}[2K") && second.hasSuffix("\u{1B}[?2026l"))
        #expect(second.split(separator: "\u{1B}[2K").count == 2)
    }
}

struct Golden: Sendable, CustomTestStringConvertible {
    let columns: Int
    let rows: Int
    let activity: Activity
    let text: String

    init(_ columns: Int, _ rows: Int, _ activity: Activity, _ text: String) {
        self.columns = columns
        self.rows = rows
        self.activity = activity
        self.text = text
    }

    var testDescription: String { "\(activity.state.rawValue) \(columns)x\(rows)" }

    static let all = [
        Golden(
            80, 24, .busy,
            """

                ● Recording                                                   Tallylight

                ██████      ██████  ██████
                ██  ██  ██  ██  ██      ██
                ██  ██      ██  ██      ██
                ██  ██  ██  ██  ██      ██
                ██████      ██████      ██

                ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━───────────┃────────────   −23 dBFS
                −60                 −40                 −20           −6

                Microphone  Desk Microphone
                Title       Interview
                Language    en
                Kept        2 takes wait to be processed
                Last take   0:07 · 2026-11-30 14.05.22.txt

                ▲ The microphone delivers nothing but silence. Check that it isn't
                  muted.


                space pause   q quit
            """),
        Golden(
            80, 24, .paused(.seconds(3661)),
            """

                ❚❚ Paused                                                     Tallylight

                  ██        ██████    ██        ██████    ██
                ████    ██  ██  ██  ████    ██  ██  ██  ████
                  ██        ██  ██    ██        ██  ██    ██
                  ██    ██  ██  ██    ██    ██  ██  ██    ██
                ██████      ██████  ██████      ██████  ██████

                ─────────────────────────────────────────────────────────────


                Microphone  Desk Microphone
                Language    en








                space resume   enter process   d discard   q quit
            """),
        Golden(
            80, 24, .processing(0.43),
            """

                ◌ Processing                                                  Tallylight

                ██████      ██████  ██████
                ██  ██  ██  ██  ██      ██
                ██  ██      ██  ██      ██
                ██  ██  ██  ██  ██      ██
                ██████      ██████      ██

                ━━━━━━━━━━━━━━━━━━━━━━━━━━───────────────────────────────────       43 %


                Microphone  Desk Microphone
                Language    en








                d discard   q quit
            """),
        Golden(
            80, 24, .done(.noSpeech),
            """

                ○ Ready                                                       Tallylight

                ██████      ██████  ██████
                ██  ██  ██  ██  ██  ██  ██
                ██  ██      ██  ██  ██  ██
                ██  ██  ██  ██  ██  ██  ██
                ██████      ██████  ██████

                Press space to record.


                Microphone  Desk Microphone
                Language    en
                Last take   0:07 · No speech was recognised.







                space record   t last take   q quit
            """),
        Golden(
            50, 14, .busy,
            """

              ● Recording  0:07                   Tallylight
              ━━━━━━━━━━━━━━━━━━━━━╸──────┃──────   −23 dBFS

              Microphone  Desk Microphone
              Title       Interview
              Language    en
              Kept        2 takes wait to be processed
              Last take   0:07 · 2026-11-30 14.05.22.txt
              ▲ The microphone delivers nothing but silence.
                Check that it isn't muted.

              space pause   q quit
            """),
        Golden(
            50, 14, .paused(.seconds(3661)),
            """

              ❚❚ Paused  1:01:01                  Tallylight
              ───────────────────────────────────

              Microphone  Desk Microphone
              Language    en





              space resume   enter process   d discard
              q quit
            """),
        Golden(
            50, 14, .processing(0.43),
            """

              ◌ Processing  0:07                  Tallylight
              ━━━━━━━━━━━━━━━────────────────────       43 %

              Microphone  Desk Microphone
              Language    en






              d discard   q quit
            """),
        Golden(
            50, 14, .done(.noSpeech),
            """

              ○ Ready  0:00                       Tallylight
              Press space to record.

              Microphone  Desk Microphone
              Language    en
              Last take   0:07 · No speech was recognised.





              space record   t last take   q quit
            """),
        Golden(
            34, 9, .busy,
            """
              ● Recording  0:07   Tallylight
              ━━━━━━━━━━━╸───┃───   −23 dBFS

              Microphone  Desk Microphone
              ▲ The microphone delivers
                nothing but silence. Check
                that it isn't muted.

              space pause   q quit
            """),
        Golden(
            34, 9, .paused(.seconds(3661)),
            """
              ❚❚ Paused  1:01:01  Tallylight
              ───────────────────

              Microphone  Desk Microphone
              Language    en


              space resume   enter process
              d discard   q quit
            """),
        Golden(
            34, 9, .processing(0.43),
            """
              ◌ Processing  0:07  Tallylight
              ━━━━━━━━───────────       43 %

              Microphone  Desk Microphone
              Language    en



              d discard   q quit
            """),
        Golden(
            34, 9, .done(.noSpeech),
            """
              ○ Ready  0:00       Tallylight
              Press space to record.

              Microphone  Desk Microphone
              Language    en
              Last take   0:07 · No speech …

              space record   t last take
              q quit
            """),
        Golden(
            20, 3, .busy,
            """
            ● Recording  0:07
            ▲ The microphone
            space pause   q quit
            """),
        Golden(
            20, 3, .paused(.seconds(3661)),
            """
            ❚❚ Paused  1:01:01
            ─────────
            space resume
            """),
        Golden(
            20, 3, .processing(0.43),
            """
            ◌ Processing  0:07
            ━━━━─────       43 %
            d discard   q quit
            """),
        Golden(
            20, 3, .done(.noSpeech),
            """
            ○ Ready  0:00
            Press space to reco…
            space record
            """),
    ]
}

extension Activity {
    /// A take about which everything there is to be shown is shown.
    fileprivate static var busy: Activity {
        var activity = Activity.recording(.seconds(7))
        activity.title = "Interview"
        activity.kept = [take, take]
        activity.notice = .silence
        activity.lastResult = Activity.done(.transcribed).lastResult
        return activity
    }
}
