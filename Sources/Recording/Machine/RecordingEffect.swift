// SPDX-License-Identifier: MIT

public import Commanding

/// What the machine wants done.
///
/// Indirect: a whole activity is in most of them, and they are passed on a few times.
public indirect enum RecordingEffect: Hashable, Sendable {
    /// Show this to every display.
    case publish(Activity)
    /// Tell every display of something in the open take.
    case warn(Notice, NoticeDetails, SessionID)
    /// Tell every display how a take ended.
    case report(TakeResult)
    /// Tell every display what keeps somebody from recording who wants to.
    case complain(RecordingError)
    /// Answer the command.
    case answer(Ticket, Result<Activity, RecordingError>)
    /// Make a take and capture into it; to be answered by `started` or `startFailed`.
    case startTake
    /// Cork the stream; to be answered by `paused` or `pauseFailed`.
    case pauseCapture
    /// Get frames again; to be answered by `resumed` or `resumeFailed`.
    case resumeCapture
    /// Close the capture if it is open, then turn the speech into text; to be answered by `processed`.
    case processTake(SessionID)
    /// Close the capture if it is open, end the processing if it is under way, and put the take aside.
    case discardTake(SessionID)
    /// Close the capture if it is open, end the processing if it is under way, and save the audio; to be answered by `processed`.
    case saveTake(SessionID)
}
