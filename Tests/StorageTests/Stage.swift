// SPDX-License-Identifier: MIT

import Commanding
import Glibc
import Recording
import Synchronization

@testable import Storage

/// A store in folders of its own, with a clock and a zone that the test moves.
final class Stage: Sendable {
    /// 2026-11-30 14:05:22 UTC.
    static let noon = WallTime(microseconds: 1_796_047_522_000_000)

    let folder: TemporaryFolder
    let directories: XDGDirectories
    let now = Mutex(Stage.noon)

    /// Folders below `folder`, and takes elsewhere when `data` says so.
    init(_ folder: TemporaryFolder = TemporaryFolder(), data: String? = nil, documents: String? = nil) throws {
        self.folder = folder
        var environment = ["HOME": folder["home"]]
        environment["XDG_DATA_HOME"] = data
        directories = try XDGDirectories(environment: environment)
        try Files.makeFolder(directories.home)
        if let documents { try write("XDG_DOCUMENTS_DIR=\"\(documents)\"\n", to: folder["home/.config/user-dirs.dirs"]) }
    }

    /// A store as a recorder that has just started has it.
    func store(discardedPeriod: Duration = .seconds(600), secondsFromUTC: Int = 0) -> TakeStore {
        TakeStore(
            directories, lock: nil, discardedPeriod: discardedPeriod, wallTime: { [self] in now.withLock { $0 } },
            secondsFromUTC: { _ in secondsFromUTC })
    }

    var documents: String { Files.join(directories.documents(), "Tallylight") }
    var takes: String { Files.join(directories.dataFolder, "takes") }

    func advance(_ duration: Duration) {
        now.withLock { $0 = WallTime(microseconds: $0.microseconds + duration.wholeMicroseconds) }
    }
}

extension TakeStore {
    /// A take with `sound` in it, still open.
    func record(_ sound: String = "sound", started: WallTime = Stage.noon) async throws -> StoredTake {
        let take = try create(started: started, locale: "en")
        try write(sound, to: take.audioPath)
        return take
    }

    /// A closed take with `sound` in it.
    func recordWhole(_ sound: String = "sound", started: WallTime = Stage.noon) async throws -> SessionID {
        let take = try await record(sound, started: started)
        _ = try close(take.session, duration: .seconds(3))
        return take.session
    }
}

extension Transcript {
    /// The same, as it is asked for by its take.
    func of(_ session: SessionID) -> Transcript {
        var transcript = self
        transcript.session = session
        return transcript
    }

    static let silent = Transcript(text: "", engine: "sherpa-onnx", model: "moonshine-tiny", language: "en")
    static let sample = Transcript(
        text: "Grüß Gott.\nWie geht’s?",
        segments: [
            Segment(start: .zero, end: .milliseconds(1250), text: "Grüß Gott."),
            Segment(start: .milliseconds(1300), end: .seconds(3), text: " Wie\ngeht’s? "),
        ],
        engine: "sherpa-onnx", model: "moonshine-tiny", language: "de-AT", isDraft: true)
}
