// SPDX-License-Identifier: MIT

import Commanding
import DBus
import Testing

@testable import MediaPlayer

@Suite("PlayerStatus")
struct PlayerStatusTests {
    private func activity(_ state: RecordingState, session: String = "take-1", title: String = "", timer: ActivityTimer = ActivityTimer()) -> Activity {
        var activity = Activity()
        activity.state = state
        activity.session = SessionID(rawValue: session)
        activity.title = title
        activity.timer = timer
        return activity
    }

    @Test(arguments: [(RecordingState.notRecording, "Stopped", false), (.recording, "Playing", true), (.paused, "Paused", true), (.processing, "Stopped", false)])
    func `C037: each state has its word, and only an open take can be controlled`(_ state: RecordingState, _ word: String, _ isPresent: Bool) {
        let status = PlayerStatus(activity(state))
        let values = Dictionary(uniqueKeysWithValues: PlayerProperty.all.map { ($0.name, $0.encode(status)) })
        #expect(values["PlaybackStatus"] == .string(word))
        #expect(values["CanPlay"] == .boolean(isPresent) && values["CanPause"] == .boolean(isPresent))
        #expect(status.isPresent == isPresent)
        #expect((values["Metadata"]?.options ?? [:]).isEmpty != isPresent)
        for property in PlayerProperty.all { #expect(values[property.name]?.signature == property.type) }
    }

    @Test
    func `the take is a track with its own path, its title, and no length`() throws {
        let metadata = try #require(PlayerStatus(activity(.recording, title: "Minutes, “final” 🎙️")).metadata.options)
        #expect(metadata.keys.sorted() == ["mpris:trackid", "xesam:artist", "xesam:title"])
        #expect(metadata["mpris:trackid"] == .objectPath("/org/tallylight/Take/take_2d1"))
        #expect(metadata["xesam:title"] == .string("Minutes, “final” 🎙️"))
        #expect(metadata["xesam:artist"] == .strings(["Tallylight"]))
        #expect(PlayerStatus(activity(.paused)).metadata.options?["xesam:title"] == .string("Recording"))
    }

    @Test
    func `no two takes are the same track, whatever their sessions are made of`() {
        let sessions = ["a", "A", "a-", "a_", "a_2d", "a/b", "a b", "ä", "\u{1}", "1", "🎙️"]
        let tracks = sessions.map { PlayerStatus(activity(.recording, session: $0)).metadata.options?["mpris:trackid"]?.text ?? "" }
        #expect(Set(tracks).count == sessions.count)
        #expect(tracks.allSatisfy { $0.hasPrefix("/org/tallylight/Take/") })
    }

    @Test
    func `the time is no property whose changes are told`() {
        let before = PlayerStatus(activity(.recording, timer: ActivityTimer(anchor: MonotonicTime(microseconds: 1))))
        let after = PlayerStatus(activity(.recording, timer: ActivityTimer(elapsed: .seconds(9), anchor: MonotonicTime(microseconds: 5))))
        #expect(PlayerProperty.changes(from: before, to: after).isEmpty && after.jumps(from: before))
        #expect(after.position(at: MonotonicTime(microseconds: 1_000_005)) == 10_000_000)
        let paused = PlayerStatus(activity(.paused, timer: ActivityTimer(elapsed: .seconds(9))))
        #expect(PlayerProperty.changes(from: before, to: paused) == ["PlaybackStatus"] && !paused.jumps(from: before) && !before.jumps(from: paused))
        #expect(PlayerStatus(activity(.processing, timer: ActivityTimer(elapsed: .seconds(9)))).position(at: MonotonicTime(microseconds: 1)) == 0)
    }
}
