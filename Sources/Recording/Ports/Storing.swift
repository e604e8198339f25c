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
    /// - Parameter transcript: with an empty text when nobody spoke: only the audio is moved then.
    /// - Returns: where they are now.
    func finish(_ session: SessionID, transcript: Transcript) async throws(RecordingError) -> StoredResult

    /// Brings the audio of a take to the user's documents, durably, and leaves the take kept: the text it gets one day will stand beside that audio.
    ///
    /// - Returns: the absolute path of the audio in the documents.
    func save(_ session: SessionID) async throws(RecordingError) -> String

    /// Stores the text of a take durably beside its audio, and leaves both where they are: the take stays kept, and can be processed again for a better text.
    ///
    /// - Returns: where they are.
    func keep(_ session: SessionID, transcript: Transcript) async throws(RecordingError) -> StoredResult

    /// Moves a take to where only ``recover(_:)`` sees it, for 10 minutes or as the user set it.
    func discard(_ session: SessionID) async throws(RecordingError)

    /// The kept and the discarded takes, oldest first, as far as the disk tells.
    func takes() async -> [ListedTake]

    /// Brings a discarded take back; ``SessionID/none`` for the one discarded last.
    func recover(_ session: SessionID) async throws(RecordingError) -> StoredTake

    /// Deletes the discarded takes whose time is over at `now`.
    ///
    /// - Returns: when the time of the next is over; nil when none is left.
    func purgeDiscarded(at now: WallTime) async -> WallTime?

    /// Takes whose processing failed or never happened, oldest first, without those ``create(started:locale:)`` made and nobody has closed yet.
    ///
    /// Removes what was discarded long ago, and what a crash left without any sound. Sound that a crash has torn is only listed, with an unknown length, zero: ``mend(_:)`` is the rest.
    func kept() async -> [StoredTake]

    /// Makes the audio of a kept take whole, if a crash has torn it, and gives it its final name.
    ///
    /// That takes as long as reading it, a second for each hour: no other call waits for it. It ends early when the task is cancelled.
    ///
    /// - Returns: the take; nil when it is gone, discarded or finished meanwhile. One whose sound is damaged still has an unknown length.
    func mend(_ session: SessionID) async -> StoredTake?

    /// Stores the title of an open or kept take.
    func setTitle(_ title: String, of session: SessionID) async throws(RecordingError)

    /// Stores the language of an open or kept take.
    func setLocale(_ locale: String, of session: SessionID) async throws(RecordingError)

    /// The text of a take that was processed.
    func transcript(of session: SessionID) async throws(RecordingError) -> Transcript
}
