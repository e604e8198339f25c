// SPDX-License-Identifier: MIT

/// The port through which everything controls and watches the recorder, in its process or over the bus.
public protocol RecordingCommanding: Sendable {
    /// Carries a command out, after all that were sent before.
    ///
    /// - Parameters:
    ///   - command: what to do.
    ///   - session: the take it is meant for; nil for whichever is open, ``SessionID/none`` for "only if none is".
    /// - Returns: the activity right after it.
    func perform(_ command: RecordingCommand, session: SessionID?) async throws(RecordingError) -> Activity

    /// The activity now.
    func activity() async throws(RecordingError) -> Activity

    /// The activity now and after each change, until the recorder is gone.
    ///
    /// A reader that falls behind gets the newest: of what it has not read, only the last is kept.
    func activities() async throws(RecordingError) -> AsyncStream<Activity>

    /// The level of the microphone in dBFS: 0 is the loudest there is, minus infinity is silence or no capture.
    func inputLevel() async throws(RecordingError) -> Double

    /// The text of a take that was processed.
    func transcript(of session: SessionID) async throws(RecordingError) -> Transcript

    /// Names an open or kept take; `NotFound` for any other.
    func setTitle(_ title: String, of session: SessionID) async throws(RecordingError)

    /// Brings a discarded take back as a kept one; ``SessionID/none`` for the one discarded last.
    func recover(_ session: SessionID) async throws(RecordingError) -> SessionID

    /// Ends the recorder; `InvalidState` while a take is open, unless forced: then its audio is kept.
    func quit(force: Bool) async throws(RecordingError)
}
