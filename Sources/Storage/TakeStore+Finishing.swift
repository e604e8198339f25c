// SPDX-License-Identifier: MIT

public import Commanding
internal import Localization
internal import Logging
public import Recording

extension TakeStore {
    /// Stores the text of a take durably, then moves audio and text to the user's documents.
    ///
    /// The order is what makes it safe; each step is durable before the next begins:
    /// 1. the audio is closed, under its final name in the take's folder;
    /// 2. the text joins it there, its details first;
    /// 3. both are staged in the documents, under hidden names;
    /// 4. the store writes down which names they will have there;
    /// 5. they get these names;
    /// 6. the folder goes, its audio first.
    ///
    /// Before 5 is done, a crash leaves a kept take, whose folder has everything, and ``settle(_:)`` takes back what stands in the documents; after it, it leaves a finished one,
    /// whose folder goes at the next start. On failure all is still in the folder, and the take is a kept one.
    public func finish(_ session: SessionID, transcript: Transcript) throws(RecordingError) -> StoredResult {
        let folder = try take(session)
        let metadata = folder.metadata()
        var transcript = transcript
        transcript.title = metadata.title
        unremembered = nil
        let result: StoredResult
        do throws(FileError) {
            try folder.closeAudio()
            open.remove(session)
            if !transcript.text.isEmpty { try folder.store(transcript) }
            result = try place(folder, metadata, hasText: !transcript.text.isEmpty) { remember(session, $0, transcript) }
        } catch {
            unremembered = nil
            finished.forget(session)
            throw unsaved(folder, error)
        }
        delete(folder)
        return result
    }

    /// Writes down where a take goes; where that cannot be written, this process knows it.
    private func remember(_ session: SessionID, _ result: StoredResult, _ transcript: Transcript) {
        do throws(FileError) { try finished.remember(session, result, transcript) } catch {
            log.warning("where \(session) went could not be stored: \(error.reason)")
            unremembered = (session, transcript)
        }
    }

    /// Sees what became of a take that was on its way to the documents when a crash came.
    ///
    /// - Returns: whether it had arrived. If not, nothing of it is left there, and it is a take like any other.
    func settle(_ folder: TakeFolder) -> Bool {
        guard let destination = finished.destination(of: folder.session) else { return false }
        let documents = DocumentsFolder(path: Files.parent(of: destination.audioPath))
        let hasText = destination.transcriptPath.isEmpty || (Files.size(of: destination.transcriptPath) ?? 0) > 0
        documents.removeStaged(for: folder.session)
        // A folder loses its audio only when the take has arrived.
        let hasAudio = folder.hasAudio ? documents.holds(destination.audioPath, of: folder.audio) : (Files.size(of: destination.audioPath) ?? 0) > 0
        if hasText, hasAudio { return true }
        guard folder.hasAudio else { return false }
        do throws(FileError) {
            try documents.withdraw(destination, of: folder.audio, saved: folder.metadata().saved)
            finished.forget(folder.session)
        } catch {
            log.warning("\(error.path) could not be taken back: \(error.reason)")
        }
        return false
    }

    /// Brings the audio of a take to the user's documents, and leaves the take kept: its text will stand beside that audio.
    ///
    /// Where it will stand is written down in the take's folder before it stands there.
    public func save(_ session: SessionID) throws(RecordingError) -> String {
        let folder = try take(session)
        var metadata = folder.metadata()
        do throws(FileError) {
            try folder.closeAudio()
            open.remove(session)
            metadata = folder.metadata()
            return try place(folder, metadata, hasText: false) { (result) throws(FileError) in
                metadata.saved = result.audioPath
                try folder.store(metadata)
            }.audioPath
        } catch {
            throw unsaved(folder, error)
        }
    }

    /// Brings to the documents what is not there yet.
    private func place(
        _ folder: TakeFolder, _ metadata: TakeMetadata, hasText: Bool, announce: (StoredResult) throws(FileError) -> Void
    ) throws(FileError) -> StoredResult {
        let documents = DocumentsFolder(directories)
        guard documents.holds(metadata.saved, of: folder.audio) else {
            return try documents.place(audio: folder.audio, text: hasText ? folder.text : nil, name: metadata.name, session: folder.session, announce: announce)
        }
        guard hasText else {
            let result = StoredResult(audioPath: metadata.saved, transcriptPath: "")
            try announce(result)
            return result
        }
        return try documents.place(text: folder.text, besides: metadata.saved, session: folder.session, announce: announce)
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

    /// The text of a take that was processed, finished ones included, as far back as the store remembers; ``SessionID/none`` for the one started last that has one.
    public func transcript(of session: SessionID) throws(RecordingError) -> Transcript {
        guard session != .none else { return try lastTranscript() }
        guard let transcript = storedTranscript(of: session) else {
            throw RecordingError(.notFound, localized("There is no text of that take. It was not processed, or its text was deleted."))
        }
        return transcript
    }

    private func lastTranscript() throws(RecordingError) -> Transcript {
        let kept = ((try? Files.names(in: data.takes)) ?? []).map(SessionID.init)
        let sessions = kept + finished.sessions() + (unremembered.map { [$0.session] } ?? [])
        // A session begins with the time of its start.
        guard let last = sessions.sorted(by: { $0.rawValue > $1.rawValue }).lazy.compactMap({ self.storedTranscript(of: $0) }).first else {
            throw RecordingError(.notFound, localized("No take has a text yet."))
        }
        return last
    }

    private func storedTranscript(of session: SessionID) -> Transcript? {
        var transcript: Transcript?
        if let unremembered, unremembered.session == session {
            transcript = unremembered.transcript
        } else if session.isWellFormed {
            transcript = existing(session)?.transcript() ?? finished.transcript(of: session)
        }
        transcript?.session = session
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
