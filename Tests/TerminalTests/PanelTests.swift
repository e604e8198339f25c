// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Terminal
import Testing

@Suite("Panel")
struct PanelTests {
    private let take = Activity.take
    private let kept = SessionID(rawValue: "kept")

    // MARK: Keys

    @Test
    func `keys send commands for the take that is shown`() {
        var rig = PanelRig()
        rig.receive(.activity(Activity()))
        rig.press(.character(" "))
        #expect(rig.done() == [.perform(1, .toggle, .none)])
        rig.receive(.activity(.recording(.zero)))
        rig.press(.character(" "), .enter, .character("d"))
        #expect(rig.done() == [.perform(2, .toggle, take), .perform(3, .process, take), .perform(4, .discard, take)])
        rig.receive(.activity(.paused(.zero)))
        rig.press(.enter)
        #expect(rig.done() == [.perform(5, .process, take)])
        rig.receive(.activity(.processing(nil)))
        rig.press(.character("d"))
        #expect(rig.done() == [.perform(6, .discard, take)])
    }

    @Test
    func `with nothing open, enter means the oldest kept take, and d means none`() {
        var rig = PanelRig()
        var activity = Activity()
        activity.kept = [kept, take]
        rig.receive(.activity(activity))
        #expect(rig.text.contains("enter process kept take"))
        rig.press(.enter, .character("d"))
        #expect(rig.done() == [.perform(1, .process, kept), .perform(2, .discard, .none)])
    }

    @Test
    func `the page of a failed take processes and discards that take`() {
        var rig = PanelRig()
        rig.receive(.activity(.processing(nil)))
        rig.receive(.activity(.done(.failed, error: RecordingError(.transcriptionFailed, "The engine broke."))))
        #expect(rig.text.contains("✕ No text") && rig.text.contains("The engine broke.") && rig.text.contains("The audio is kept: /home/ada"))
        #expect(rig.text.contains("enter process again   d discard"))
        rig.press(.enter)
        #expect(rig.done() == [.perform(1, .process, take)])
        #expect(rig.text.contains("○ Ready"))
    }

    @Test
    func `a kept take that stays kept does not bar the way to the next one, and a text that is read neither`() {
        let takes = ["a", "b", "c"].map(SessionID.init)
        var rig = PanelRig()
        var activity = Activity()
        activity.kept = takes
        rig.receive(.activity(activity))
        rig.press(.enter)
        activity.lastResult = TakeResult(session: takes[0], outcome: .failed)
        rig.receive(.activity(activity))
        rig.press(.escape, .enter)
        activity.kept = [takes[0], takes[2]]
        activity.lastResult = TakeResult(session: takes[1], outcome: .noSpeech)
        rig.receive(.activity(activity))
        #expect(rig.text.contains("No speech was recognised.") && rig.text.contains("enter process kept take"))
        rig.press(.enter)
        activity.lastResult = TakeResult(session: takes[2], outcome: .failed)
        rig.receive(.activity(activity))
        rig.press(.escape, .enter)
        #expect(rig.done() == [takes[0], takes[1], takes[2], takes[0]].enumerated().map { .perform($0 + 1, .process, $1) })
    }

    @Test
    func `no key does anything before the recorder has shown itself, but for leaving`() {
        var rig = PanelRig()
        #expect(rig.text.contains("Connecting"))
        rig.press(.character(" "), .enter, .character("d"), .character("t"), .escape, .up)
        #expect(rig.done().isEmpty)
        rig.press(.character("q"))
        #expect(rig.done() == [.end(.quit)])
    }

    @Test
    func `the key line lists what can be done now and nothing else`() {
        let table: [(Activity, TerminalRole, String)] = [
            (Activity(), .recorder(canLiveOn: true), "space record   q quit"), (.recording(.zero), .attached, "space pause   q leave"),
            (.paused(.zero), .recorder(canLiveOn: true), "space resume   enter process   d discard   q quit"), (.processing(0.5), .attached, "d discard   q leave"),
            (.done(.noSpeech), .recorder(canLiveOn: false), "space record   t last take   q quit"), (.done(.discarded), .attached, "space record   q leave"),
        ]
        for (activity, role, line) in table {
            var rig = PanelRig(role: role)
            rig.receive(.activity(activity))
            #expect(rig.lines.last == "    " + line)
        }
    }

    @Test
    func `a refusal is shown for a few seconds`() {
        var rig = PanelRig()
        rig.receive(.activity(.paused(.zero)))
        rig.press(.character("d"))
        rig.receive(.answered(1, RecordingError(.staleSession, "That take is gone.")))
        #expect(rig.text.contains("That take is gone."))
        #expect(rig.panel.nextChange(after: rig.now) == rig.now.advanced(by: .seconds(5)))
        rig.pass(.seconds(5))
        #expect(!rig.text.contains("That take is gone."))
        #expect(rig.panel.nextChange(after: rig.now) == nil)
    }

    @Test
    func `a command that takes long is waited for visibly`() {
        var rig = PanelRig()
        rig.receive(.activity(Activity()))
        rig.press(.character(" "))
        #expect(!rig.text.contains("Waiting"))
        #expect(rig.panel.nextChange(after: rig.now) == rig.now.advanced(by: .milliseconds(300)))
        rig.pass(.milliseconds(300))
        #expect(rig.text.contains("Waiting for the microphone…"))
        #expect(rig.panel.nextChange(after: rig.now) == nil)
        rig.receive(.answered(1, nil))
        #expect(!rig.text.contains("Waiting"))
    }

    // MARK: Time

    @Test
    func `it sleeps unless a take runs`() {
        var rig = PanelRig()
        for activity in [Activity(), .paused(.seconds(3)), .processing(0.5), .done(.noSpeech)] {
            rig.receive(.activity(activity))
            rig.press(.escape)
            #expect(rig.panel.nextChange(after: rig.now) == nil)
            #expect(!rig.panel.wantsLevel)
        }
    }

    @Test
    func `it wakes on the second of the take, and in between only for the level`() {
        var rig = PanelRig()
        rig.receive(.activity(.recording(.milliseconds(1700))))
        #expect(rig.panel.wantsLevel)
        #expect(rig.panel.nextChange(after: rig.now) == rig.now.advanced(by: .milliseconds(50)))
        rig.press(.interrupt)
        #expect(!rig.panel.wantsLevel)
        #expect(rig.panel.nextChange(after: rig.now) == rig.now.advanced(by: .milliseconds(300)))
        rig.pass(.milliseconds(300))
        #expect(rig.panel.nextChange(after: rig.now) == rig.now.advanced(by: .seconds(1)))
    }

    // MARK: Leaving

    @Test(arguments: [Key.character("q"), .interrupt])
    func `C071: leaving an attached terminal only detaches`(key: Key) {
        for activity in [Activity(), .recording(.zero), .paused(.zero), .processing(nil)] {
            var rig = PanelRig(role: .attached)
            rig.receive(.activity(activity))
            rig.press(key)
            #expect(rig.done() == [.end(.detached)])
        }
    }

    @Test(arguments: [Key.character("q"), .interrupt])
    func `C071: the recorder's own terminal asks when a take is open, and no answer discards`(key: Key) {
        for activity in [Activity.recording(.zero), .paused(.zero), .processing(nil)] {
            var rig = PanelRig()
            rig.receive(.activity(activity))
            rig.press(key, key, .enter, .character("d"), .character(" "), .character("t"), .down)
            #expect(rig.done().isEmpty)
            #expect(rig.text.contains("A take is open.") && rig.text.contains("b background   s save and quit   esc stay"))
            rig.press(.escape)
            #expect(!rig.text.contains("A take is open."))
            rig.press(key, .character("b"))
            #expect(rig.done() == [.end(.background)])
            rig.press(.character("s"))
            #expect(rig.done() == [.end(.saveAndQuit)])
        }
    }

    @Test
    func `C071: escape alone does nothing to a take`() {
        for activity in [Activity.recording(.zero), .paused(.zero), .processing(nil)] {
            var rig = PanelRig()
            rig.receive(.activity(activity))
            rig.press(.escape, .escape)
            #expect(rig.done().isEmpty)
        }
    }

    @Test
    func `C071: discarding twice quickly never reaches a kept take`() {
        var rig = PanelRig()
        rig.receive(.activity(.paused(.zero)))
        rig.press(.character("d"), .character("d"))
        var activity = Activity.done(.discarded)
        activity.kept = [kept]
        rig.receive(.activity(activity))
        rig.press(.character("d"))
        #expect(rig.done() == [.perform(1, .discard, take), .perform(2, .discard, take), .perform(3, .discard, .none)])
    }

    @Test
    func `without a way to live on the background is not offered`() {
        var rig = PanelRig(role: .recorder(canLiveOn: false))
        rig.receive(.activity(.recording(.zero)))
        rig.press(.character("q"), .character("b"))
        #expect(rig.done().isEmpty)
        #expect(rig.lines.last == "    s save and quit   esc stay")
    }

    @Test
    func `a question about a take that has ended is not asked any more`() {
        var rig = PanelRig()
        rig.receive(.activity(.processing(nil)))
        rig.press(.character("q"))
        rig.receive(.activity(.done(.noSpeech)))
        #expect(rig.text.contains("No speech was recognised."))
        #expect(rig.done().isEmpty)
    }

    @Test
    func `the recorder's own terminal isn't suspended while it records`() {
        var rig = PanelRig()
        rig.receive(.activity(.recording(.zero)))
        rig.press(.suspend)
        #expect(rig.done().isEmpty)
        #expect(rig.text.contains("can't be suspended"))
        rig.receive(.activity(.paused(.zero)))
        rig.press(.suspend)
        #expect(rig.done() == [.suspend])
        var attached = PanelRig(role: .attached)
        attached.receive(.activity(.recording(.zero)))
        attached.press(.suspend, .redraw)
        #expect(attached.done() == [.suspend, .repaint])
    }

    @Test
    func `the end of the recorder ends the panel, but not a text that is being read`() {
        var rig = PanelRig()
        rig.receive(.activity(Activity()))
        rig.receive(.recorderEnded(nil))
        #expect(rig.done() == [.end(.lostRecorder(nil))])

        var reader = PanelRig()
        reader.receive(.activity(.processing(nil)))
        reader.receive(.activity(.done(.noSpeech)))
        reader.receive(.recorderEnded(nil))
        #expect(reader.done().isEmpty)
        #expect(reader.text.contains("No speech was recognised.") && reader.text.contains("The recorder has ended."))
        #expect(reader.lines.last == "    esc quit")
        reader.press(.character(" "), .enter)
        #expect(reader.done().isEmpty)
        reader.press(.escape)
        #expect(reader.done() == [.end(.lostRecorder(nil))])
    }
}
