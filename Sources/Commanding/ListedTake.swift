// SPDX-License-Identifier: MIT

/// A take that is over and has not reached the documents: one that waits to be processed, or one that was discarded and can be brought back.
public struct ListedTake: Hashable, Sendable {
    /// What can be done with it.
    public enum State: String, CaseIterable, Sendable {
        /// It is processed or discarded by its session.
        case kept
        /// It is brought back by its session, until its time is over.
        case discarded
    }

    /// Why a take is kept.
    public enum Reason: String, CaseIterable, Sendable {
        /// The recorder was killed, or the machine lost its power, in the middle of it.
        case crashed
        /// The recorder was told to end while it was open; its audio is in the documents.
        case saved
        /// It has a text, of a stopgap of an engine.
        case draft
        /// It has its text, and could not be put with the documents.
        case undelivered
        /// It was discarded, and brought back.
        case recovered
        /// Its processing failed, or never came to its end.
        case unprocessed
    }

    /// The take.
    public var session: SessionID
    /// What can be done with it.
    public var state: State
    /// Why it is kept; of a discarded one, why it would be.
    public var reason: Reason
    /// When it was started.
    public var started: WallTime
    /// The length of its audio; nil while that is unknown.
    public var duration: Duration?
    /// The size of its audio in bytes.
    public var size: Int64
    /// Its title, or empty.
    public var title: String
    /// The language spoken in it, a BCP 47 tag.
    public var locale: String
    /// When it was discarded; nil of a kept one.
    public var discarded: WallTime?
    /// When it is deleted for good; nil of a kept one.
    public var expires: WallTime?

    /// A take in the list; a discarded one has its times set besides.
    public init(
        session: SessionID, state: State = .kept, reason: Reason = .unprocessed, started: WallTime, duration: Duration? = nil, size: Int64 = 0, title: String = "",
        locale: String = "en"
    ) {
        self.session = session
        self.state = state
        self.reason = reason
        self.started = started
        self.duration = duration
        self.size = size
        self.title = title
        self.locale = locale
    }
}
