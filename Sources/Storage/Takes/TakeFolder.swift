// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import Logging
internal import Recording
internal import SoundFiles

/// The folder of a take until it is finished.
///
/// | file | |
/// |---|---|
/// | `audio.flac.part` | the sound while it is being captured |
/// | `audio.flac` | the same once it is closed and on the disk |
/// | `take` | ``TakeMetadata`` |
/// | `transcript.txt` | the text, from the moment there is one until audio and text leave together |
/// | `transcript` | what is known of the text: engine, model, language, segments |
///
/// Each small file is replaced as a whole, so at every moment, a power cut's too, it is either the old or the new one.
struct TakeFolder {
    let session: SessionID
    let path: String

    var audio: String { Files.join(path, "audio.flac") }
    var openAudio: String { Files.join(path, "audio.flac.part") }
    var text: String { Files.join(path, "transcript.txt") }
    private var details: String { Files.join(path, "transcript") }
    private var metadataFile: String { Files.join(path, "take") }

    init(_ session: SessionID, in parent: String) {
        self.session = session
        path = Files.join(parent, session.rawValue)
    }

    var exists: Bool { Files.kind(of: path, followingLinks: false) == .folder }

    /// Whether there is any sound in it; what only may be some counts as sound.
    var hasAudio: Bool { [audio, openAudio].contains { (Files.size(of: $0) ?? 0) > 0 && FLACMending.mayHoldSound($0) } }

    /// Whether it is a folder the store can have made and can look into.
    var isOurs: Bool {
        guard let status = Files.status(of: path, followingLinks: false), status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else { return false }
        return access(path, R_OK | W_OK | X_OK) == 0
    }

    /// Whether nothing would be lost with it: there is no sound in it, no text, and nothing that is not the store's.
    var isWorthless: Bool {
        guard !hasAudio, let names = try? Files.names(in: path) else { return false }
        let ours = Set([audio, openAudio, metadataFile, details].map(Files.name))
        return names.allSatisfy { (ours.contains($0) || $0.hasSuffix(".tmp")) && Files.kind(of: Files.join(path, $0), followingLinks: false) == .file }
    }

    /// Makes the folder and what is known at the start, which proves that the disk takes more than an empty file: that much can be made on a full one.
    ///
    /// It is durable after ``synchronize()``.
    func make(_ metadata: TakeMetadata) throws(FileError) {
        try Files.check(path) { mkdir(path, 0o700) }
        try Descriptor(metadataFile, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW).write(KeyValueLines.format(metadata.pairs))
    }

    /// Returns when the folder and what ``make(_:)`` put into it are on the disk; nothing to do when it is gone again.
    func synchronize() throws(FileError) {
        guard exists else { return }
        try Files.synchronize(metadataFile)
        try Files.synchronizeFolder(path)
        try Files.synchronizeFolder(Files.parent(of: path))
    }

    // MARK: Metadata

    /// What is known of the take; the start of a take that lost its metadata is when its folder was last changed.
    func metadata() -> TakeMetadata {
        let changed = Files.status(of: path)?.st_mtim ?? timespec()
        let started = WallTime(microseconds: Int64(changed.tv_sec) * 1_000_000 + Int64(changed.tv_nsec) / 1000)
        let fallback = TakeMetadata(started: started, secondsFromUTC: started.secondsFromUTC)
        guard let bytes = try? Files.read(metadataFile) else { return fallback }
        return TakeMetadata(parsing: bytes, fallback: fallback)
    }

    func store(_ metadata: TakeMetadata) throws(FileError) {
        try Files.replace(metadataFile, with: KeyValueLines.format(metadata.pairs))
    }

    /// The take as the rest of the recorder knows it.
    func take() -> StoredTake {
        let metadata = metadata()
        return StoredTake(
            session: session, audioPath: Files.isTaken(audio) ? audio : openAudio, started: metadata.started, duration: metadata.duration,
            title: metadata.title, locale: metadata.locale, isTorn: !Files.isTaken(audio))
    }

    // MARK: Audio

    /// Gives the audio its final name, durably; nothing to do when it has it.
    ///
    /// Audio that nobody closed is mended first, which takes as long as reading it: a second or less for each hour. The order lets a crash at any moment be followed by
    /// another try, for only what has its final name is done with: the mended contents are on the disk, then the length is stored, then the name changes, then the folder is
    /// on the disk.
    ///
    /// - Parameter duration: its length, of audio that was closed as a whole.
    func closeAudio(duration: Duration? = nil) throws(FileError) {
        guard !Files.isTaken(audio) else { return }
        var duration = duration
        if duration == nil { duration = try mendAudio() }
        try nameAudio(duration, nil)
    }

    /// Gives whole audio its final name, and stores what is known of it now.
    ///
    /// - Parameters:
    ///   - duration: its length; nil when it is unknown.
    ///   - reason: why the take is kept, where the files don't tell.
    func nameAudio(_ duration: Duration?, _ reason: ListedTake.Reason?) throws(FileError) {
        guard !Files.isTaken(audio) else { return }
        Files.makePrivate(openAudio)
        try Files.synchronize(openAudio)
        note(duration, reason)
        try Files.move(openAudio, to: audio)
        try Files.synchronizeFolder(path)
    }

    /// Makes torn audio whole; what cannot be is left as it is.
    ///
    /// - Returns: its length; nil when it is unknown.
    func mendAudio() throws(FileError) -> Duration? {
        do throws(SoundFileError) {
            let duration = try FLACMending.mend(openAudio)
            if duration == nil { log.warning("\(openAudio) has no whole sound, or damage in the middle; it is kept as it is") }
            return duration
        } catch {
            switch error {
            case .noSpace(let path): throw FileError(ENOSPC, path)
            case .system(let path, let code): throw FileError(code, path)
            case .cancelled: throw FileError(ECANCELED, openAudio)
            default:
                log.warning("\(error)")
                return nil
            }
        }
    }

    /// Stores the length and the reason, as far as they are given; on a full disk they stay unknown: the sound is safe.
    func note(_ duration: Duration?, _ reason: ListedTake.Reason?) {
        let before = metadata()
        var metadata = before
        metadata.duration = duration ?? metadata.duration
        metadata.reason = reason ?? metadata.reason
        guard metadata != before else { return }
        do throws(FileError) { try store(metadata) } catch { log.warning("the length of \(session) could not be stored: \(error.reason)") }
    }

    // MARK: Text

    /// Stores text and details, the text last: where there is a text, its details are whole.
    func store(_ transcript: Transcript) throws(FileError) {
        try Files.replace(details, with: KeyValueLines.format(transcript.details))
        try Files.replace(text, with: Transcript.file(of: transcript.text))
    }

    /// The text stored here; nil when there is none.
    func transcript() -> Transcript? {
        guard let bytes = try? Files.read(text) else { return nil }
        let details = (try? Files.read(details)) ?? []
        var transcript = Transcript(text: Transcript.text(of: bytes), details: KeyValueLines.pairs(of: details))
        transcript.title = metadata().title
        return transcript
    }
}
