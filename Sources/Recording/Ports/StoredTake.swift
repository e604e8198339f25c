// SPDX-License-Identifier: MIT

public import Commanding

/// A take as it lies on disk.
public struct StoredTake: Hashable, Sendable {
    /// The take.
    public var session: SessionID
    /// The absolute path its audio has, or is to be captured to.
    public var audioPath: String
    /// When it was started.
    public var started: WallTime
    /// Its length, as far as it is known.
    public var duration: Duration
    /// Its title, or empty.
    public var title: String
    /// The language spoken in it, a BCP 47 tag.
    public var locale: String
    /// Whether nobody has closed its audio: the recorder that captured it is gone.
    public var isTorn: Bool

    /// A take on disk.
    public init(session: SessionID, audioPath: String, started: WallTime, duration: Duration = .zero, title: String = "", locale: String = "en", isTorn: Bool = false) {
        self.session = session
        self.audioPath = audioPath
        self.started = started
        self.duration = duration
        self.title = title
        self.locale = locale
        self.isTorn = isTorn
    }
}
