// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import Recording

/// The folder finished takes go to, `<documents>/Tallylight`.
///
/// Files come here in four steps, and their sources stay untouched until all four are done:
/// 1. *Stage*: each gets a hidden name in the folder, `.<session>.flac` or `.txt`, as a hard link, or as a durable copy where the documents are on another file
///    system or on one without links. All that needs space and time happens here, under names nobody looks at.
/// 2. *Announce*: whoever brings them is told the names that will be tried next, and writes down durably where the take goes. So whatever stands here after a crash is known to be the
///    take's own, and is neither offered a second time nor taken for somebody else's.
/// 3. *Claim*: the first name is taken that is free for both files. link(2) never overwrites and never follows what has the name. A file system without links gets
///    an empty file by `O_EXCL`, which is as exclusive.
/// 4. *Settle*: the hidden names go: where there are links by removal, else by renaming each file over its own empty one. The folder is synchronized.
///
/// On failure no name is left here, neither hidden nor claimed. After a crash hidden ones may be; ``removeStaged(for:)`` knows them by the session.
struct DocumentsFolder {
    let path: String

    /// How many takes may have been started in the same second.
    private static let mostNames = 9999

    /// How a name was claimed.
    private enum Claim {
        case linked, reserved
    }

    /// Brings `audio`, and `text` if there is one, here as `name.flac` and `name.txt`, or with the first ` (2)`, ` (3)`, … for which both names are free.
    ///
    /// - Parameter announce: is told where they will be, before they are.
    func place(
        audio: String, text: String?, name: String, session: SessionID, announce: (StoredResult) throws(FileError) -> Void
    ) throws(FileError) -> StoredResult {
        var sources = [(file: audio, suffix: "flac")]
        if let text { sources.append((text, "txt")) }
        return try place(sources, as: name, for: session) { stem in
            StoredResult(audioPath: "\(stem).flac", transcriptPath: text == nil ? "" : "\(stem).txt")
        } announce: { (result) throws(FileError) in
            try announce(result)
        }
    }

    /// Brings `text` here as the text of `audio`, which is here already: under its name, if that is free.
    func place(
        text: String, besides audio: String, session: SessionID, announce: (StoredResult) throws(FileError) -> Void
    ) throws(FileError) -> StoredResult {
        try place([(text, "txt")], as: String(Files.name(of: audio).dropLast(".flac".count)), for: session, besides: audio) { stem in
            StoredResult(audioPath: audio, transcriptPath: "\(stem).txt")
        } announce: { (result) throws(FileError) in
            try announce(result)
        }
    }

    /// Whether `copy` is a take's `audio`, brought here and still as it was.
    func holds(_ copy: String, of audio: String) -> Bool {
        Files.parent(of: copy) == path && copy.hasSuffix(".flac") && Files.isCopy(copy, of: audio)
    }

    private func place(
        _ sources: [(file: String, suffix: String)], as name: String, for session: SessionID, besides audio: String? = nil, result: (String) -> StoredResult,
        announce: (StoredResult) throws(FileError) -> Void
    ) throws(FileError) -> StoredResult {
        try Files.makeFolder(path)
        removeStaged(for: session)
        defer { removeStaged(for: session) }
        for source in sources {
            try stage(source.file, at: staged(session, source.suffix))
        }
        for number in 1...Self.mostNames {
            let stem = Files.join(path, number == 1 ? name : "\(name) (\(number))")
            // Another take's text is not to stand beside this one's audio.
            guard ["\(stem).flac", "\(stem).txt"].allSatisfy({ $0 == audio || !Files.isTaken($0) }) else { continue }
            try announce(result(stem))
            if try settle(sources.map { (staged(session, $0.suffix), "\(stem).\($0.suffix)") }) { return result(stem) }
        }
        throw FileError(EEXIST, Files.join(path, name))
    }

    /// Takes back what a crash left here of a take that was announced and did not arrive whole: names without contents, and its audio without its text.
    func withdraw(_ result: StoredResult, of audio: String, saved: String) throws(FileError) {
        if Files.size(of: result.transcriptPath) == 0 { try Files.remove(result.transcriptPath) }
        guard result.audioPath != saved, Files.size(of: result.audioPath) == 0 || holds(result.audioPath, of: audio) else { return }
        try Files.remove(result.audioPath)
        try Files.synchronizeFolder(path)
    }

    /// Removes what a crash may have left of a take that was on its way here.
    func removeStaged(for session: SessionID) {
        unlink(staged(session, "flac"))
        unlink(staged(session, "txt"))
    }

    private func staged(_ session: SessionID, _ suffix: String) -> String {
        Files.join(path, ".\(session.rawValue).\(suffix)")
    }

    private func stage(_ source: String, at staged: String) throws(FileError) {
        do throws(FileError) {
            try Files.check(staged) { link(source, staged) }
        } catch let error where Self.isLinkRefusal(error) {
            try Files.copy(source, to: staged)
        }
    }

    /// Gives all files their final names, or none.
    ///
    /// - Returns: whether the names were free.
    private func settle(_ files: [(staged: String, final: String)]) throws(FileError) -> Bool {
        var claimed: [String] = []
        do throws(FileError) {
            var reserved: [(staged: String, final: String)] = []
            for file in files {
                if try claim(file.final, for: file.staged) == .reserved { reserved.append(file) }
                claimed.append(file.final)
            }
            for file in reserved {
                try Files.move(file.staged, to: file.final)
            }
            try Files.synchronizeFolder(path)
            return true
        } catch {
            for name in claimed { unlink(name) }
            guard error.code == EEXIST else { throw error }
            return false
        }
    }

    private func claim(_ name: String, for staged: String) throws(FileError) -> Claim {
        do throws(FileError) {
            try Files.check(name) { link(staged, name) }
            return .linked
        } catch let error where Self.isLinkRefusal(error) {
            _ = try Descriptor(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
            return .reserved
        }
    }

    /// Whether the answer to a link(2) means that there can be none, which leaves the other way to be tried.
    private static func isLinkRefusal(_ error: FileError) -> Bool {
        [EXDEV, EPERM, EACCES, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.code)
    }
}
