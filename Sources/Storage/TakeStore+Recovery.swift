// SPDX-License-Identifier: MIT

public import Commanding
internal import EventLoop
internal import Logging
public import Recording

/// What was not finished: found at the start, listed, and mended.
///
/// That a take has no recorder any more is proved by the lock on the data folder, which this process has: whatever lies in there and is not open here is nobody's. What holds sound, or
/// may hold some, is kept and only goes by an explicit discard; what is not the store's is left alone.
extension TakeStore {
    /// Takes whose processing failed or never happened, oldest first; what a crash left without any sound goes, and what was discarded long ago.
    public func kept() -> [StoredTake] {
        _ = purgeDiscarded(at: wallTime())
        if !hasTidied { tidy() }
        hasTidied = true
        return oldestFirst(keptFolders().map { $0.take() }) { ($0.started, $0.session) }
    }

    /// The kept and the discarded takes, oldest first.
    public func takes() -> [ListedTake] {
        let kept = keptFolders().map { listed($0) }
        let discarded = discarded.all().map { folder, moment in
            var take = listed(folder)
            take.state = .discarded
            take.discarded = moment
            let (end, overflow) = moment.microseconds.addingReportingOverflow(discardedPeriod.wholeMicroseconds)
            take.expires = WallTime(microseconds: overflow ? .max : end)
            return take
        }
        return oldestFirst(kept + discarded) { ($0.started, $0.session) }
    }

    /// Of two that were started at once, the session decides.
    private func oldestFirst<Take>(_ takes: [Take], by key: (Take) -> (started: WallTime, session: SessionID)) -> [Take] {
        takes.sorted { (key($0).started, key($0).session.rawValue) < (key($1).started, key($1).session.rawValue) }
    }

    /// Makes the audio of a kept take whole, if a crash has torn it, and gives it its final name.
    ///
    /// Two may do that at once: both read the same frames and write the same header, and the first one names the file.
    public func mend(_ session: SessionID) async -> StoredTake? {
        guard let folder = existing(session), folder.hasAudio, !open.contains(session) else { return nil }
        if folder.take().isTorn {
            do throws(FileError) {
                let duration = try await TakeMender().mend(folder)
                guard folder.exists else { return nil }
                try folder.nameAudio(duration, folder.metadata().reason ?? .crashed)
            } catch {
                // It can be read under its open name too, so a disk that refuses is no reason to hide the take.
                log.warning("\(error.path) could not be mended: \(error.reason)")
            }
        }
        return existing(session)?.take()
    }

    private func keptFolders() -> [TakeFolder] {
        let sessions = ((try? Files.names(in: data.takes)) ?? []).map(SessionID.init).filter { $0.isWellFormed && !open.contains($0) }
        return sessions.map { TakeFolder($0, in: data.takes) }.filter { $0.isOurs && $0.hasAudio }
    }

    private func listed(_ folder: TakeFolder) -> ListedTake {
        let (take, metadata) = (folder.take(), folder.metadata())
        return ListedTake(
            session: folder.session, reason: reason(folder, metadata), started: take.started, duration: take.isTorn || take.duration == .zero ? nil : take.duration,
            size: Files.size(of: take.audioPath) ?? 0, title: take.title, locale: take.locale)
    }

    /// The newest that happened to the take counts.
    private func reason(_ folder: TakeFolder, _ metadata: TakeMetadata) -> ListedTake.Reason {
        if let transcript = folder.transcript() { return transcript.isDraft ? .draft : .undelivered }
        if !metadata.saved.isEmpty { return .saved }
        return metadata.reason ?? (Files.isTaken(folder.audio) ? .unprocessed : .crashed)
    }

    // MARK: The start

    /// Completes what a crash interrupted, and says what lies here that is no take.
    private func tidy() {
        // Not before it is known of each take whether it arrived where it was to go.
        defer { finished.tidy() }
        var strangers: [String] = []
        for name in (try? Files.names(in: data.takes)) ?? [] where Files.join(data.takes, name) != data.discarded {
            let session = SessionID(rawValue: name)
            guard !open.contains(session) else { continue }
            let folder = TakeFolder(session, in: data.takes)
            guard session.isWellFormed, folder.isOurs else {
                strangers.append(name)
                continue
            }
            if folder.isWorthless || settle(folder) {
                delete(folder)
            } else if folder.hasAudio {
                DocumentsFolder(directories).removeStaged(for: session)
            } else {
                strangers.append(name)
            }
        }
        guard !strangers.isEmpty else { return }
        log.notice("\(data.takes) holds what is no take, and it is left alone: \(strangers.prefix(10).joined(separator: ", "))\(strangers.count > 10 ? ", …" : "")")
    }
}
