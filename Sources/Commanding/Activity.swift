// SPDX-License-Identifier: MIT

/// All that a display can see of the recorder, as one value: every surface draws this and nothing else.
public struct Activity: Hashable, Sendable {
    /// The name the user gave the take, or empty.
    public var title: String
    /// What the recorder is doing.
    public var state: RecordingState
    /// The open take, or none.
    public var session: SessionID
    /// The take's time.
    public var timer: ActivityTimer
    /// The commands that would change something now.
    public var commands: [RecordingCommand]
    /// How far the processing is, 0 to 1; nil when nobody knows.
    public var progress: Double?
    /// What a person should know, if anything.
    public var notice: Notice?
    /// The microphone, as people know it.
    public var source: String
    /// The language the take is spoken in, as a BCP 47 tag (`en`, `de-CH`).
    public var locale: String
    /// Whether the system paused the take, not the user.
    public var isInterrupted: Bool
    /// Takes that wait to be processed or discarded, oldest first.
    public var kept: [SessionID]
    /// When the open take was started.
    public var started: WallTime?
    /// What became of the last take.
    public var lastResult: TakeResult?

    /// An idle recorder.
    public init(locale: String = "en") {
        title = ""
        state = .notRecording
        session = .none
        timer = ActivityTimer()
        commands = [.toggle, .start]
        progress = nil
        notice = nil
        source = ""
        self.locale = locale
        isInterrupted = false
        kept = []
        started = nil
        lastResult = nil
    }
}
