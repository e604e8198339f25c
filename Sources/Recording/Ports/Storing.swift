// SPDX-License-Identifier: MIT

public import Commanding

/// Keeps takes on disk.
///
/// All calls may take as long as a disk takes.
public protocol Storing: Sendable {
    /// Makes the folder of a new take.
    ///
    /// - Returns: the take; its ``StoredTake/audioPath`` does not exist yet.
    func create(started: WallTime, locale: String) async throws(RecordingError) -> StoredTake

    /// Removes the folder of a take that never got a frame.
    func abandon(_ session: SessionID) async

    /// Gives the closed audio of a take its final name and makes it durable.
    ///
    /// - Returns: the absolute path of the audio.
    func close(_ session: SessionID, duration: Duration) async throws(RecordingError) -> String

    /// Stores the text of a take durably, then moves audio and text to the user's documents.
    ///
    /// - Parameter transcript: nil, or an empty text, when there is none: only the audio is moved then.
    /// - Returns: where they are now.
    func finish(_ session: SessionID, transcript: Transcript?) async throws(RecordingError) -> StoredResult

    /// Stores the text of a take durably beside its audio and leaves both where they are: a draft, to be processed again.
    ///
    /// - Returns: where they are.
    func keep(_ session: SessionID, transcript: Transcript) async throws(RecordingError) -> StoredResult

    /// Moves a take to where only ``recover(_:)`` sees it, for 10 minutes unless configured otherwise.
    func discard(_ session: SessionID) async throws(RecordingError)

    /// Deletes what was discarded longer ago than that.
    ///
    /// - Returns: how long until the next is due; nil when nothing is left.
    func purge() async -> Duration?

    /// Brings a discarded take back; ``SessionID/none`` for the one discarded last.
    func recover(_ session: SessionID) async throws(RecordingError) -> StoredTake

    /// Takes whose processing failed or never happened, oldest first.
    func kept() async -> [StoredTake]

    /// Stores the title of an open or kept take.
    func setTitle(_ title: String, of session: SessionID) async throws(RecordingError)

    /// The text of a take that was processed.
    func transcript(of session: SessionID) async throws(RecordingError) -> Transcript
}
