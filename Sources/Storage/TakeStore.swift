// SPDX-License-Identifier: MIT

public import Commanding
internal import EventLoop
internal import Localization
internal import Logging
public import Recording

/// Keeps takes on disk: in a folder of their own until they are finished, then with the user's documents.
///
/// What holds at every moment, a crash's and a power cut's too: sound that was captured is in `takes/<session>/`, or in `takes/.discarded/<session>/` after a
/// discard, or in the documents with its text, if there is one. A step that would take it from one place is done only when it is durable in the next.
///
/// The work is done on a thread of its own, one call after the other.
public actor TakeStore: Storing {
    private let worker: WorkerThread
    private let lock: DataFolderLock?
    let directories: XDGDirectories
    let data: DataFolder
    let discarded: DiscardedTakes
    let finished: FinishedTakes
    let discardedPeriod: Duration
    let wallTime: @Sendable () -> WallTime
    private let secondsFromUTC: @Sendable (WallTime) -> Int

    /// Takes of this process that are still being captured.
    var open: Set<SessionID> = []
    /// The take that was finished last, when it could not be remembered on disk.
    var unremembered: (session: SessionID, transcript: Transcript)?
    var hasTidied = false

    /// The worker thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    /// A store in the folders of `directories`.
    ///
    /// - Parameters:
    ///   - lock: the right to use them, which the store holds as long as it lives; nil when there is no folder to lock yet.
    ///   - discardedPeriod: for how long a discarded take can be brought back; zero deletes it at once.
    ///   - wallTime: CLOCK_REALTIME now.
    public init(
        _ directories: XDGDirectories, lock: consuming DataFolderLock?, discardedPeriod: Duration = .seconds(600), wallTime: @escaping @Sendable () -> WallTime
    ) {
        self.init(directories, lock: lock, discardedPeriod: discardedPeriod, wallTime: wallTime, secondsFromUTC: \.secondsFromUTC)
    }

    /// The same in a time zone of the caller's choice.
    init(
        _ directories: XDGDirectories, lock: consuming DataFolderLock?, discardedPeriod: Duration, wallTime: @escaping @Sendable () -> WallTime,
        secondsFromUTC: @escaping @Sendable (WallTime) -> Int
    ) {
        worker = WorkerThread(name: "storage")
        self.lock = lock
        self.directories = directories
        data = DataFolder(path: directories.dataFolder)
        discarded = DiscardedTakes(path: data.discarded)
        finished = FinishedTakes(path: Files.join(directories.stateFolder, "finished"))
        self.discardedPeriod = discardedPeriod
        self.wallTime = wallTime
        self.secondsFromUTC = secondsFromUTC
    }

    // MARK: Capture

    /// Makes the folder of a new take.
    ///
    /// The order: `takes` is made, durably; then the folder and what is known at the start, which become durable beside the start of the capture: file, folder, parent. The audio's
    /// file becomes durable with its first sync, and its name right after. A power cut before leaves nothing, or a folder without sound that goes at the next start.
    ///
    /// - Throws: `StorageFailed` or `NoSpace`, with nothing left behind, when sound could not be kept there.
    public func create(started: WallTime, locale: String) throws(RecordingError) -> StoredTake {
        try directories.refuseForeignHome()
        try data.prepare()
        let folder = TakeFolder(.make(at: started), in: data.takes)
        var metadata = TakeMetadata(started: started, secondsFromUTC: secondsFromUTC(started))
        metadata.locale = locale
        do throws(FileError) { try folder.make(metadata) } catch {
            try? Files.removeTree(folder.path)
            throw error.recordingError
        }
        open.insert(folder.session)
        // The microphone is not kept waiting for the disk; what comes next in this take is.
        worker.enqueue {
            do throws(FileError) { try folder.synchronize() } catch { log.warning("\(error.path) is not on the disk yet: \(error.reason)") }
        }
        return folder.take()
    }

    /// Removes the folder of a take that never got a frame; one that holds sound after all becomes a kept one.
    public func abandon(_ session: SessionID) {
        guard let folder = existing(session) else { return }
        open.remove(session)
        guard !folder.hasAudio else { return }
        delete(folder)
    }

    /// Gives the closed audio of a take its final name and makes it durable.
    public func close(_ session: SessionID, duration: Duration) throws(RecordingError) -> String {
        let folder = try take(session)
        do throws(FileError) { try folder.closeAudio(duration: duration) } catch { throw error.recordingError }
        open.remove(session)
        return folder.audio
    }

    // MARK: Discarding

    /// Moves a take to where only ``recover(_:)`` sees it, until ``purgeDiscarded(at:)`` deletes it.
    public func discard(_ session: SessionID) throws(RecordingError) {
        let folder = try take(session)
        guard folder.hasAudio else { return abandon(session) }
        let saved = folder.metadata().saved
        do throws(FileError) {
            // The same file under another name: what has become a file of its own is the user's.
            if Files.isSame(saved, folder.audio) { try Files.remove(saved) }
            try discarded.add(folder, at: wallTime())
        } catch {
            throw error.recordingError
        }
        open.remove(session)
        if discardedPeriod == .zero { _ = purgeDiscarded(at: wallTime()) }
    }

    /// Brings a discarded take back; ``SessionID/none`` for the one discarded last.
    ///
    /// One rename, and then the parents, the new one first: after a power cut it is discarded still, or a kept take.
    public func recover(_ session: SessionID) throws(RecordingError) -> StoredTake {
        guard let folder = session == .none ? discarded.last() : discarded.folder(session) else {
            throw RecordingError(.notFound, nothingToRecover(session))
        }
        let recovered = TakeFolder(folder.session, in: data.takes)
        do throws(FileError) {
            try Files.move(folder.path, to: recovered.path)
            try Files.synchronizeFolder(data.takes)
            try Files.synchronizeFolder(data.discarded)
        } catch {
            throw error.recordingError
        }
        recovered.note(nil, .recovered)
        return recovered.take()
    }

    private func nothingToRecover(_ session: SessionID) -> String {
        if session == .none { return localized("There is no discarded take to bring back. A discarded take is deleted after a while.") }
        if existing(session) != nil { return localized("That take is not discarded. If it is kept, “tallylight process --session {session}” turns it into text.", ["session": session.rawValue]) }
        return localized("No discarded take has that name. “tallylight recover --list” shows those that can be brought back.")
    }

    /// Deletes the discarded takes whose time is over at `now`.
    public func purgeDiscarded(at now: WallTime) -> WallTime? {
        discarded.purge(at: now, after: discardedPeriod)
    }

    // MARK: What is known of a take

    /// Stores the title of an open or kept take.
    public func setTitle(_ title: String, of session: SessionID) throws(RecordingError) {
        try change(session) { $0.title = title }
    }

    /// Stores the language of an open or kept take.
    public func setLocale(_ locale: String, of session: SessionID) throws(RecordingError) {
        try change(session) { $0.locale = locale }
    }

    private func change(_ session: SessionID, _ body: (inout TakeMetadata) -> Void) throws(RecordingError) {
        let folder = try take(session)
        var metadata = folder.metadata()
        body(&metadata)
        do throws(FileError) { try folder.store(metadata) } catch { throw error.recordingError }
    }

    // MARK: Folders

    /// The folder of an open or kept take.
    func take(_ session: SessionID) throws(RecordingError) -> TakeFolder {
        guard let folder = existing(session) else {
            throw RecordingError(.notFound, localized("There is no such take. It may have been finished or discarded meanwhile."))
        }
        return folder
    }

    func existing(_ session: SessionID) -> TakeFolder? {
        guard session.isWellFormed else { return nil }
        let folder = TakeFolder(session, in: data.takes)
        return folder.exists ? folder : nil
    }

    func delete(_ folder: TakeFolder) {
        do throws(FileError) { try Files.removeTree(folder.path) } catch { log.warning("\(error.path) could not be deleted: \(error.reason)") }
    }
}
