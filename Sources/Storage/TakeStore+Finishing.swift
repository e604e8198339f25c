// SPDX-License-Identifier: MIT

public import Commanding
internal import Localization
internal import Logging
public import Recording

extension TakeStore {
    /// Stores the text of a take durably, then moves audio and text to the user's documents.
    ///
    /// The order is what makes it safe: the text joins the sound in the take's folder, both get durable names in the documents, the store remembers where they are,
    /// and only then the folder goes. On failure all is still in the folder, and the take is a kept one.
    public func finish(_ session: SessionID, transcript: Transcript) throws(RecordingError) -> StoredResult {
        let folder = try take(session)
        let metadata = folder.metadata()
        var transcript = transcript
        transcript.title = metadata.title
        let result: StoredResult
        do throws(FileError) {
            try folder.closeAudio()
            open.remove(session)
            if !transcript.text.isEmpty { try folder.store(transcript) }
            result = try place(folder, metadata, hasText: !transcript.text.isEmpty)
        } catch {
            throw unsaved(folder, error)
        }
        unremembered = nil
        do throws(FileError) { try finished.remember(session, result, transcript) } catch {
            log.warning("where \(session) went could not be stored: \(error.reason)")
            unremembered = (session, transcript)
        }
        delete(folder)
        return result
    }

    /// Brings the audio of a take to the user's documents, and leaves the take kept: its text will stand beside that audio.
    public func save(_ session: SessionID) throws(RecordingError) -> String {
        let folder = try take(session)
        var metadata = folder.metadata()
        do throws(FileError) {
            try folder.closeAudio()
            open.remove(session)
            let result = try place(folder, metadata, hasText: false)
            // Stored after the audio is there: when it gets lost in between, a second copy is the worst that happens.
            metadata.saved = result.audioPath
            try folder.store(metadata)
            return result.audioPath
        } catch {
            throw unsaved(folder, error)
        }
    }

    /// Brings to the documents what is not there yet.
    private func place(_ folder: TakeFolder, _ metadata: TakeMetadata, hasText: Bool) throws(FileError) -> StoredResult {
        let documents = DocumentsFolder(directories)
        guard documents.holds(metadata.saved) else {
            return try documents.place(audio: folder.audio, text: hasText ? folder.text : nil, name: metadata.name, session: folder.session)
        }
        guard hasText else { return StoredResult(audioPath: metadata.saved, transcriptPath: "") }
        return try documents.place(text: folder.text, besides: metadata.saved, session: folder.session)
    }

    /// Stores the text of a take durably beside its audio, and leaves both where they are.
    public func keep(_ session: SessionID, transcript: Transcript) throws(RecordingError) -> StoredResult {
        let folder = try take(session)
        do throws(FileError) {
            try folder.closeAudio()
            try folder.store(transcript)
        } catch {
            throw unsaved(folder, error)
        }
        open.remove(session)
        return StoredResult(audioPath: folder.audio, transcriptPath: folder.text)
    }

    /// The text of a take that was processed, finished ones included, as far back as the store remembers.
    public func transcript(of session: SessionID) throws(RecordingError) -> Transcript {
        if let unremembered, unremembered.session == session { return unremembered.transcript }
        guard session.isWellFormed, let transcript = existing(session)?.transcript() ?? finished.transcript(of: session) else {
            throw RecordingError(.notFound, localized("There is no text of that take. It was not processed, or its text was deleted."))
        }
        return transcript
    }

    /// Says of a take that could not be brought to the documents what happened, and that nothing of it is lost.
    private func unsaved(_ folder: TakeFolder, _ error: FileError) -> RecordingError {
        let cause = error.recordingError
        let values = ["cause": cause.message, "folder": folder.path]
        return RecordingError(cause.name, localized("{cause} The recording is safe: it stays in {folder}.", values))
    }
}

extension DocumentsFolder {
    /// The folder as the user's settings have it now.
    init(_ directories: XDGDirectories) {
        self.init(path: Files.join(directories.documents(), "Tallylight"))
    }
}
