// SPDX-License-Identifier: MIT

import Commanding
import Icons
import Testing

@testable import Indicator

@Suite("IndicatorFace")
struct IndicatorFaceTests {
    private func face(_ activity: Activity, trouble: String? = nil) -> IndicatorFace {
        IndicatorFace(IndicatorSubject(sight: .activity(activity), trouble: trouble))
    }

    @Test(arguments: [
        (RecordingState.notRecording, IndicatorFace.Status.passive, StateIcon.ready, "Not recording"), (.recording, .active, .recording, "Recording"),
        (.paused, .active, .paused, "Paused"), (.processing, .active, .processing, "Processing"),
    ])
    func `each state has its status, icon and word`(_ state: RecordingState, _ status: IndicatorFace.Status, _ icon: StateIcon, _ word: String) {
        let face = face(.sample(state))
        #expect(face.status == status && face.icon == icon)
        #expect(face.title == "Tallylight: \(word)" && face.description == word && face.attention == "")
    }

    @Test
    func `without a recorder it is there and keeps quiet, and says why`() {
        for (name, headline) in [(RecordingError.Name.notRunning, "No recorder is running"), (.notAnswering, "The recorder does not answer"), (.noBus, "The recorder does not answer")] {
            let face = IndicatorFace(IndicatorSubject(sight: .absent(RecordingError(name, ""))))
            #expect(face.status == .passive && face.icon == .ready && face.headline == headline && face.timer == nil)
        }
    }

    @Test
    func `what a person should look at needs attention until it has changed`() {
        let failed = TakeResult(session: SessionID(rawValue: "take-1"), outcome: .failed, error: RecordingError(.transcriptionFailed, "The engine crashed."))
        let idle = Activity.sample(.notRecording) {
            $0.lastResult = failed
            $0.kept = [failed.session]
        }
        #expect(face(idle).attention == "The engine crashed.")
        #expect(face(.sample(.notRecording) { $0.lastResult = failed }).status == .passive)
        #expect(face(.sample(.recording) { $0.lastResult = failed }).status == .active)
        let interrupted = face(.sample(.paused) { $0.isInterrupted = true })
        #expect(interrupted.status == .needsAttention && interrupted.attention == "the microphone is gone" && interrupted.description == "Interrupted")
        #expect(face(.sample(.recording) { $0.notice = .lowDisk }).attention == "the disk is nearly full")
        #expect(face(.sample(.recording) { $0.notice = .clipping }).status == .active)
        #expect(face(.sample(.notRecording), trouble: "There is no microphone.").status == .needsAttention)
        let done = TakeResult(session: SessionID(rawValue: "take-1"), outcome: .transcribed)
        #expect(face(.sample(.notRecording) { $0.lastResult = done }).status == .passive)
    }

    @Test
    func `the tooltip says since when, and nothing in it can be taken for markup`() {
        let face = face(
            .sample(.paused) {
                $0.timer = ActivityTimer(elapsed: .seconds(125))
                $0.title = "R&D <b>\u{7}\nnotes</b>"
                $0.source = "Mic <img src='http://example.org/'>"
            })
        #expect(face.headline == "Paused at 2:05")
        #expect(face.details == "R+D ‹b› notes‹/b›\nMic ‹img src='http://example.org/'›")
        #expect(self.face(.sample(.recording)).headline.wholeMatch(of: /Recording since \d\d:\d\d/) != nil)
        let trouble = self.face(.sample(.notRecording), trouble: "a < b & c\u{0}")
        #expect(!(trouble.details + trouble.attention + trouble.title).contains { "<&\u{0}".contains($0) })
    }

    @Test
    func `the label is the time of a take that is open, in whole seconds`() {
        let anchor = MonotonicTime(microseconds: 5_000_000)
        let recording = face(.sample(.recording) { $0.timer = ActivityTimer(elapsed: .seconds(3599), anchor: anchor) })
        #expect(recording.label(at: anchor) == "59:59")
        #expect(recording.label(at: MonotonicTime(microseconds: 6_999_999)) == "1:00:00")
        #expect(face(.sample(.paused) { $0.timer = ActivityTimer(elapsed: .seconds(7)) }).label(at: anchor) == "0:07")
        #expect(face(.sample(.processing) { $0.timer = ActivityTimer(elapsed: .seconds(7)) }).label(at: anchor) == "")
        #expect(face(.sample(.notRecording)).label(at: anchor) == "")
    }
}
