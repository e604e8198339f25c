// SPDX-License-Identifier: MIT

/// What can be asked of a recorder: the half of ``RecordingCommanding`` that the model itself answers.
public protocol RecordingPerforming: Sendable {
    /// Carries a command out, after all that were sent before.
    ///
    /// - Parameters:
    ///   - command: what to do.
    ///   - session: the take it is meant for; nil for whichever is open, ``SessionID/none`` for "only if none is".
    /// - Returns: the activity right after it.
    func perform(_ command: RecordingCommand, session: SessionID?) async throws(RecordingError) -> Activity

    /// The level of the microphone in dBFS: 0 is the loudest there is, minus infinity is silence or no capture.
    func inputLevel() async throws(RecordingError) -> Double

    /// The text of a take that was processed.
    func transcript(of session: SessionID) async throws(RecordingError) -> Transcript

    /// Names an open or kept take; `NotFound` for any other.
    func setTitle(_ title: String, of session: SessionID) async throws(RecordingError)

    /// Says in which language an open or kept take is spoken, as a BCP 47 tag; `NotFound` for any other take.
    func setLocale(_ locale: String, of session: SessionID) async throws(RecordingError)

    /// The takes that are over and can still be processed or brought back, oldest first.
    func takes() async throws(RecordingError) -> [ListedTake]

    /// Brings a discarded take back as a kept one; ``SessionID/none`` for the one discarded last.
    func recover(_ session: SessionID) async throws(RecordingError) -> SessionID

    /// Ends the recorder; `InvalidState` while a take is open, unless forced: then its audio is saved.
    func quit(force: Bool) async throws(RecordingError)
}
