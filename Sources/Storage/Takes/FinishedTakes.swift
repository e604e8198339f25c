// SPDX-License-Identifier: MIT

internal import Commanding
internal import Recording

/// Where finished takes went: a small file for each of the last ones, `$XDG_STATE_HOME/tallylight/finished/<session>`.
///
/// It has the lines `audio` and `transcript`, the paths of the two files (the second is empty when nobody spoke), and the details of the text. The text itself is only where the user has it: what they correct there is what is read, and what they delete is forgotten.
struct FinishedTakes {
    /// How many are remembered.
    static let limit = 100

    let path: String

    /// Remembers a take, and forgets those before the last ``limit``.
    func remember(_ session: SessionID, _ result: StoredResult, _ transcript: Transcript) throws(FileError) {
        try Files.makeFolder(path)
        let pairs = [(key: "audio", value: result.audioPath), ("transcript", result.transcriptPath)] + transcript.details
        try Files.replace(file(session), with: KeyValueLines.format(pairs))
        for forgotten in sessions().dropLast(Self.limit) {
            forget(forgotten)
        }
    }

    /// The text of a finished take; nil when there is none or it is gone.
    func transcript(of session: SessionID) -> Transcript? {
        guard let pairs = record(session), let path = pairs.first(where: { $0.key == "transcript" })?.value else { return nil }
        if path.isEmpty { return Transcript(text: "", details: pairs) }
        guard let text = try? Files.read(path) else { return nil }
        return Transcript(text: Transcript.text(of: text), details: pairs)
    }

    /// Where the take went, or was about to go when a crash came.
    func destination(of session: SessionID) -> StoredResult? {
        guard let pairs = record(session), let audio = pairs.first(where: { $0.key == "audio" })?.value else { return nil }
        return StoredResult(audioPath: audio, transcriptPath: pairs.first { $0.key == "transcript" }?.value ?? "")
    }

    /// Forgets what was said in takes whose text the user has deleted, and removes what a crash left half written.
    func tidy() {
        for name in (try? Files.names(in: path)) ?? [] where !SessionID(rawValue: name).isWellFormed {
            try? Files.remove(Files.join(path, name))
        }
        for session in sessions() {
            guard let path = record(session)?.first(where: { $0.key == "transcript" })?.value, !path.isEmpty else { continue }
            if !Files.isTaken(path) { forget(session) }
        }
    }

    /// Those that are remembered, in the order of their start.
    func sessions() -> [SessionID] {
        ((try? Files.names(in: path)) ?? []).map(SessionID.init).filter(\.isWellFormed)
    }

    /// Forgets a take.
    func forget(_ session: SessionID) {
        try? Files.remove(file(session))
    }

    private func record(_ session: SessionID) -> [(key: String, value: String)]? {
        (try? Files.read(file(session))).map(KeyValueLines.pairs)
    }

    private func file(_ session: SessionID) -> String { Files.join(path, session.rawValue) }
}
