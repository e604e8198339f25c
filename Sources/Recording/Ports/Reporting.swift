// SPDX-License-Identifier: MIT

public import Commanding

/// A surface that is told of every transition.
///
/// Called on the recorder's executor, in the order of the transitions and before the command that caused one is answered. A surface must return at once:
/// what takes time it does by itself, later. It can neither delay nor alter the flow.
public protocol Reporting: Sendable {
    /// The recorder shows `activity` from now on.
    func report(_ activity: Activity)

    /// A processing has ended.
    func report(_ result: TakeResult)

    /// Something a person should know has come up in the open take.
    func report(_ notice: Notice, _ details: NoticeDetails, session: SessionID)

    /// A person wanted to record, or to go on, and no sound could be had; or the file of a take they record takes no more.
    ///
    /// Whoever sent the command has the same error as the answer; a key or a button far from any screen has nowhere to show it.
    func report(_ failure: RecordingError)

    /// These takes, which a recorder that is gone was in the middle of, were found at the start and are whole again: kept, for a person to process or discard.
    func report(recovered takes: [StoredTake])
}

/// Everything but the transitions is in the activity sooner or later, or in an answer: a surface that shows only those needs nothing else.
extension Reporting {
    /// Does nothing.
    public func report(_ result: TakeResult) {}

    /// Does nothing.
    public func report(_ notice: Notice, _ details: NoticeDetails, session: SessionID) {}

    /// Does nothing.
    public func report(_ failure: RecordingError) {}

    /// Does nothing.
    public func report(recovered takes: [StoredTake]) {}
}
