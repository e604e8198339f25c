// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus
internal import Localization

/// What a media player shows of an ``Activity``: a take that is being recorded is a track that plays.
struct PlayerStatus: Hashable, Sendable {
    /// MPRIS's three words.
    enum Playback: String, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    /// What media keys act upon.
    let playback: Playback
    /// The take, which commands are meant for; none when stopped.
    let session: SessionID
    private let title: String
    private let timer: ActivityTimer

    /// What `activity` shows.
    init(_ activity: Activity) {
        playback =
            switch activity.state {
            case .recording: .playing
            case .paused: .paused
            case .notRecording, .processing: .stopped
            }
        guard playback != .stopped else {
            (session, title, timer) = (.none, "", ActivityTimer())
            return
        }
        (session, title, timer) = (activity.session, activity.title, activity.timer)
    }

    /// Whether there is a player: an idle one would take the media keys from music that is paused.
    var isPresent: Bool { playback != .stopped }

    /// The take's time at `now`, in microseconds.
    func position(at now: MonotonicTime) -> Int64 { timer.elapsed(at: now).wholeMicroseconds }

    /// Whether the time goes on from another point than that which `former` let expect.
    func jumps(from former: PlayerStatus) -> Bool {
        playback == .playing && former.playback == .playing && session == former.session && timer != former.timer
    }

    /// The take as a track, an `a{sv}`; empty when there is none.
    ///
    /// It has no length while it grows, and nothing that changes with time: each change makes us the player that media keys are sent to.
    var metadata: Value {
        guard isPresent else { return .options([:]) }
        return .options([
            "mpris:trackid": .objectPath(track),
            "xesam:title": .string(title.isEmpty ? localized("Recording") : title),
            "xesam:artist": .strings([PlayerNames.identity]),
        ])
    }

    /// The take's own path, outside of what MPRIS keeps for itself.
    ///
    /// A byte that a path can't have is `_` and two hexadecimal digits, and so is `_`: two takes never share a path.
    private var track: ObjectPath {
        let name = session.rawValue.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): String(UnicodeScalar(byte))
            case 0..<16: "_0" + String(byte, radix: 16)
            default: "_" + String(byte, radix: 16)
            }
        }
        // An empty element is no part of a path; an open take has a session.
        return ObjectPath("/org/tallylight/Take/\(name.joined())") ?? "/org/tallylight/Take"
    }
}
