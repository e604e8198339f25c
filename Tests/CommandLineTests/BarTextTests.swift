// SPDX-License-Identifier: MIT

import Commanding
import RecorderService
import Testing

@testable import CommandLine

@Suite("The lines of bars")
struct BarTextTests {
    /// What people may call a take or a microphone.
    private static let hostile = "a&b <i>\"c\" 'd'\n\u{1B}[31me\u{7} \\ %{A1:x:} #(y) #[z]"

    private func line(_ format: OutputFormat, at now: UInt64 = 0, _ change: (inout Activity) -> Void) -> String {
        var activity = Activity()
        change(&activity)
        return format.line(.activity(activity), at: MonotonicTime(microseconds: now))
    }

    private func record(_ activity: inout Activity) {
        activity.state = .recording
        activity.timer = ActivityTimer(anchor: MonotonicTime(microseconds: 10_000_000))
        activity.source = "Virtual Microphone"
    }

    private func recordHostile(_ activity: inout Activity) {
        record(&activity)
        (activity.title, activity.source) = (Self.hostile, Self.hostile)
    }

    @Test
    func `each state has its shape, and idleness takes no room`() {
        #expect(line(.polybar) { _ in } == "")
        #expect(line(.polybar, at: 22_900_000, record) == "● 0:12")
        #expect(line(.polybar) { $0.state = .paused } == "❚❚ 0:00")
        #expect(line(.polybar) { $0.state = .processing } == "◌")
        #expect(
            line(.polybar) {
                $0.state = .processing
                $0.progress = 0.425
            } == "◌ 42 %")
    }

    @Test
    func `what needs attention is marked, while a take is open`() {
        #expect(line(.tmux) { ($0.state, $0.isInterrupted) = (.paused, true) } == "❚❚ 0:00 ⚠")
        #expect(line(.tmux) { ($0.state, $0.notice, $0.title) = (.recording, .silence, "Lecture") } == "● 0:00 ⚠ Lecture")
        #expect(line(.tmux) { $0.notice = .installing } == "")
    }

    @Test
    func `a long title is cut`() {
        #expect(line(.polybar) { ($0.state, $0.title) = (.paused, "The history of the recording of sound") } == "❚❚ 0:00 The history of the reco…")
    }

    @Test
    func `Waybar gets an object with the state as class, and what the take is as tooltip`() {
        #expect(
            line(.waybar, at: 22_900_000, record)
                == #"{"text":"● 0:12","alt":"recording","tooltip":"Recording  0:12\nVirtual Microphone","class":["recording"]}"#)
        #expect(line(.waybar) { _ in } == #"{"text":"","alt":"notRecording","tooltip":"Not recording","class":["notRecording"]}"#)
        #expect(
            line(.waybar) { ($0.state, $0.isInterrupted, $0.notice) = (.paused, true, .inputLost) }
                == #"{"text":"❚❚ 0:00 ⚠","alt":"paused","tooltip":"Interrupted  0:00\n(the microphone is gone)","class":["paused","interrupted","inputLost"]}"#)
    }

    @Test(arguments: [(0.0, "0"), (0.999, "99"), (1, "100"), (.infinity, "100"), (.nan, "0")])
    func `Waybar gets a percentage in processing only, and an integer`(_ progress: Double, _ percentage: String) {
        #expect(line(.waybar) { ($0.state, $0.progress) = (.processing, progress) }.hasSuffix(",\"percentage\":\(percentage)}"))
        #expect(!line(.waybar) { ($0.state, $0.progress) = (.paused, progress) }.contains("percentage"))
        #expect(!line(.waybar) { $0.state = .processing }.contains("percentage"))
    }

    @Test
    func `Waybar gets no markup that names brought along`() {
        let text = line(.waybar, recordHostile)
        #expect(text.contains(#"a&amp;b &lt;i&gt;&quot;c&quot; &#39;d&#39;"#))
        #expect(!text.contains("<") && !text.contains("\u{1B}") && !text.contains("\u{7}"))
        #expect(text.split(separator: "\n").count == 1)
    }

    @Test
    func `i3blocks gets an object without an escape, and no markup`() {
        #expect(
            line(.i3blocks, at: 22_900_000) {
                record(&$0)
                $0.title = "Lecture"
            } == ##"{"full_text":"● 0:12 Lecture","short_text":"● 0:12","markup":"none","color":"#E5484D"}"##)
        #expect(line(.i3blocks) { _ in } == #"{"full_text":"","short_text":"","markup":"none"}"#)
        #expect(!line(.i3blocks, recordHostile).contains("\\"))
        #expect(line(.i3blocks) { ($0.state, $0.title) = (.paused, "\"a\"\\ 👩\u{200D}🔬\u{202E}") }.hasPrefix("{\"full_text\":\"❚❚ 0:00 ”a”∖ "))
        #expect(!line(.i3blocks) { ($0.state, $0.title) = (.paused, "👩\u{200D}🔬\u{202E}") }.contains("\\"))
    }

    @Test
    func `Polybar and tmux get no tag and no format that names brought along`() {
        let polybar = line(.polybar) { ($0.state, $0.title) = (.paused, "%%{A1:rm x:}y%{A}") }
        #expect(polybar == "❚❚ 0:00 %% {A1:rm x:}y% {A}")
        let tmux = line(.tmux) { ($0.state, $0.title) = (.paused, "#[x] #{y} #(z) ## 5%") }
        #expect(tmux == "❚❚ 0:00 ##[x] ##{y} ##(z) #### 5%")
        for format in [OutputFormat.polybar, .tmux] {
            #expect(line(format, recordHostile).unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
    }

    @Test
    func `no recorder is a line, too`() {
        let absent = RecorderSight.absent(RecordingError(.notRunning, "No recorder is running. <Start> one."))
        let now = MonotonicTime(microseconds: 0)
        #expect(
            OutputFormat.waybar.line(absent, at: now)
                == #"{"text":"","alt":"notRecording","tooltip":"No recorder is running. &lt;Start&gt; one.","class":["notRecording","absent"]}"#)
        #expect(OutputFormat.i3blocks.line(absent, at: now) == #"{"full_text":"","short_text":"","markup":"none"}"#)
        #expect(OutputFormat.polybar.line(absent, at: now) == "")
        #expect(OutputFormat.tmux.line(absent, at: now) == "")
    }
}
