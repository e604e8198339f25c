// SPDX-License-Identifier: MIT

public import Commanding

/// What the machine hears of: commands, and what became of the effects it asked for.
public enum RecordingEvent: Hashable, Sendable {
    /// Somebody wants something, for the take `session` if it is not nil.
    case command(Ticket, RecordingCommand, session: SessionID?)
    /// The first frames have arrived in a new take.
    case started(StoredTake, CaptureStart)
    /// No take could be started; nothing is left of it.
    case startFailed(RecordingError)
    /// The stream is corked.
    case paused(CapturePosition)
    /// The stream could not be corked: it is gone.
    case pauseFailed
    /// Frames arrive again.
    case resumed(CaptureStart)
    /// No frames arrive; the stream is corked or gone.
    case resumeFailed(RecordingError)
    /// The capture says something by itself.
    case capture(CaptureEvent)
    /// The capture of the open take is closed, with so much audio.
    case stopped(CapturePosition)
    /// The kept take that is being processed was found on disk: now all is known of it.
    case reopened(StoredTake)
    /// The processing of a take is so far; nil when nobody knows.
    case processingProgressed(SessionID, Double?)
    /// The text of a take is being stored.
    case storing(SessionID)
    /// The processing of a take, or its saving, has ended. A kept take can be processed again.
    case processed(TakeResult, isKept: Bool)
    /// There is something to know of the speech engines, or nothing any more.
    case engine(Notice?)
    /// A take has got another language.
    case spoken(SessionID, locale: String)
    /// A take has got a title.
    case titled(SessionID, String)
    /// A discarded take is back.
    case recovered(SessionID)
    /// The program shall end; answered when no take is open any more.
    case shutdown(Ticket)
}
