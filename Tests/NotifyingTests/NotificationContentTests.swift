// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Localization
import Notifying
import Testing

@Suite("What a notification says")
struct NotificationContentTests {
    private let since = WallTime(microseconds: 1_796_040_000_000_000)

    private let programs = DesktopPrograms(environment: [:])

    private func activity(_ state: RecordingState, _ change: (inout Activity) -> Void = { _ in }) -> Activity {
        var activity = Activity()
        activity.state = state
        activity.session = SessionID(rawValue: "s1")
        activity.timer = ActivityTimer(elapsed: .seconds(3723))
        activity.source = "Built-in Audio"
        change(&activity)
        return activity
    }

    @Test(arguments: [
        (RecordingState.recording, "Recording", ["recording.pause", "recording.finish"]),
        (.paused, "Paused", ["paused.resume", "paused.process", "paused.discard"]),
        (.processing, "Turning speech into text", ["processing.discard"]),
    ])
    func `each state has its words and its buttons, at most three`(_ state: RecordingState, _ summary: String, _ keys: [String]) throws {
        let content = try #require(NotificationContent(activity(state), since: since))
        #expect(content.summary == summary)
        #expect(content.buttons.map(\.key) == keys)
        #expect(content.session.rawValue == "s1")
        #expect(content.body.contains(/^Since \d\d:\d\d[.,]/), "\(content.body)")
        #expect(content.body.contains(state == .recording ? "from Built-in Audio." : "1 hour 2 minutes 3 seconds"))
        #expect(content.isLasting)
    }

    @Test
    func `an idle recorder says nothing`() {
        #expect(NotificationContent(activity(.notRecording), since: since) == nil)
    }

    @Test
    func `what ticks is not in it`() {
        let other = activity(.recording) {
            $0.timer = ActivityTimer(elapsed: .seconds(9), anchor: MonotonicTime(microseconds: 7))
            $0.progress = 0.5
        }
        #expect(NotificationContent(other, since: since) == NotificationContent(activity(.recording), since: since))
    }

    @Test
    func `a title is in the first line, made harmless`() {
        let content = NotificationContent(activity(.paused) { $0.title = "A\u{1b}[2J\n\u{202e}B" }, since: since)
        #expect(content?.summary == "Paused: A[2J B")
    }

    @Test
    func `an interruption is told from a pause, with its reason`() {
        for (notice, reason) in [
            (Notice.inputLost, "The microphone was taken away"), (.lowDisk, "The disk is nearly full."), (.storageFailed, "The disk takes no more of the sound"),
            (nil, "The microphone was taken away"),
        ] {
            let content = NotificationContent(
                activity(.paused) {
                    $0.isInterrupted = true
                    $0.notice = notice
                }, since: since)
            #expect(content?.summary == "Interrupted")
            #expect(content?.body.hasPrefix(reason) == true)
            #expect(content?.body.hasSuffix("Recorded: 1 hour 2 minutes 3 seconds; nothing is lost.") == true)
        }
    }

    @Test
    func `a result is its text, or what happened and what to do`() {
        let session = SessionID(rawValue: "s1")
        let done = TakeResult(session: session, outcome: .transcribed, audioPath: "/d/a.flac", transcriptPath: "/d/a.txt", duration: .seconds(7))
        #expect(NotificationContent(done, text: "So it\n begins.", programs)?.body == "So it begins.")
        #expect(NotificationContent(done, text: nil, programs)?.body == "The text is in /d/a.txt.")
        #expect(NotificationContent(done, text: "So", programs)?.summary == "Transcribed: 7 seconds")
        #expect(NotificationContent(done, text: "So", title: "Tom & <b>Ada</b>", isDraft: true, programs)?.summary == "Draft: 7 seconds: Tom & <b>Ada</b>")
        let silent = NotificationContent(TakeResult(session: session, outcome: .noSpeech, audioPath: "/d/a.flac"), text: nil, programs)
        #expect(silent?.summary == "No speech was recognised")
        #expect(silent?.body == "The audio is in /d/a.flac.")
        let error = RecordingError(.modelUnavailable, "No engine knows Basque. Install one.")
        #expect(NotificationContent(TakeResult(session: session, outcome: .failed, error: error), text: nil, programs)?.body == "No engine knows Basque. Install one.")
        #expect(NotificationContent(TakeResult(session: session, outcome: .discarded), text: nil, programs) == nil)
    }

    /// What a renderer of markup makes of it: it reads scalars, not characters.
    private func unescape(_ markup: String) -> String {
        let entities: [(name: String, scalar: Unicode.Scalar)] = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        var (result, rest) = ("", Substring(markup).unicodeScalars)
        while let first = rest.first {
            let entity = first == "&" ? entities.first { rest.starts(with: $0.name.unicodeScalars) } : nil
            result.unicodeScalars.append(entity?.scalar ?? first)
            rest.removeFirst(entity?.name.unicodeScalars.count ?? 1)
        }
        return result
    }

    @Test(arguments: ["&", "<", "😀", "👩‍👩‍👧‍👦", "e\u{301}", "&\u{301}", "\u{301}", "🇩🇪", "한"])
    func `C031: a text is cut between characters and escaped afterwards`(_ awkward: Character) throws {
        for shift in 0...6 {
            let text = String(repeating: "a", count: NotificationContent.excerptLength - shift) + String(repeating: awkward, count: 5000)
            let excerpt = text.excerpt(characters: NotificationContent.excerptLength)
            #expect(excerpt.count <= NotificationContent.excerptLength + 1)
            #expect(excerpt.hasSuffix("…"))
            #expect(text.hasPrefix(excerpt.dropLast()), "something was torn apart")
            let markup = excerpt.escapedForMarkup
            #expect(unescape(markup) == excerpt)
            #expect(!markup.unicodeScalars.contains("<"))
            #expect(markup.unicodeScalars.count { $0 == "&" } == excerpt.unicodeScalars.count { "&<>".unicodeScalars.contains($0) })
        }
    }

    @Test
    func `C031: a character of any number of marks doesn't make a text of any length`() {
        let excerpt = ("a" + String(repeating: "b" + String(repeating: "\u{301}", count: 100_000), count: 3)).excerpt(characters: 240)
        #expect(excerpt == "a…")
    }

    @Test
    func `a short text is left as it is`() {
        #expect("So it begins.".excerpt(characters: 240) == "So it begins.")
        #expect("".excerpt(characters: 240).isEmpty)
    }
}
