// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import Logging

/// Takes the user threw away, `takes/.discarded/<session>`, until their time is over.
///
/// When a take was discarded is the time of its folder: setting it needs no space, so a take can be discarded on a full disk, and it outlives a restart.
struct DiscardedTakes {
    let path: String

    /// Takes a take in that was discarded at `now`.
    ///
    /// The order: the folder's time is set, it is renamed, then the new parent is on the disk, then the old one. So a power cut leaves the take where it was or here, whole: a kept one, or a
    /// discarded one with its time.
    func add(_ folder: TakeFolder, at now: WallTime) throws(FileError) {
        try Files.makeFolder(path)
        let (seconds, rest) = now.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(max(rest, 0)) * 1000)
        let destination = TakeFolder(folder.session, in: path)
        try Files.check(folder.path) { utimensat(AT_FDCWD, folder.path, [time, time], 0) }
        try Files.move(folder.path, to: destination.path)
        try Files.synchronizeFolder(path)
        try Files.synchronizeFolder(Files.parent(of: folder.path))
    }

    /// The take discarded last.
    func last() -> TakeFolder? {
        all().max { ($0.discarded, $0.folder.session.rawValue) < ($1.discarded, $1.folder.session.rawValue) }?.folder
    }

    /// The take `session`, if it is here.
    func folder(_ session: SessionID) -> TakeFolder? {
        let folder = TakeFolder(session, in: path)
        return session.isWellFormed && folder.exists ? folder : nil
    }

    /// Deletes the takes whose time is over.
    ///
    /// - Returns: when the time of the next is over, if there is one.
    func purge(at now: WallTime, after period: Duration) -> WallTime? {
        var next: WallTime?
        for (folder, discarded) in all() {
            let (end, overflow) = discarded.microseconds.addingReportingOverflow(period.wholeMicroseconds)
            guard !overflow, end <= now.microseconds else {
                next = min(next ?? WallTime(microseconds: .max), WallTime(microseconds: overflow ? .max : end))
                continue
            }
            do throws(FileError) {
                try Files.removeTree(folder.path)
                log.notice("\(folder.session) was discarded long enough ago, and is deleted")
            } catch {
                log.warning("\(error.path) could not be deleted: \(error.reason)")
            }
        }
        return next
    }

    /// The takes that are here, and when each was discarded.
    func all() -> [(folder: TakeFolder, discarded: WallTime)] {
        let sessions = ((try? Files.names(in: path)) ?? []).map(SessionID.init)
        return sessions.compactMap(folder).map { folder in
            let time = Files.status(of: folder.path)?.st_mtim ?? timespec()
            return (folder, WallTime(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000))
        }
    }
}
