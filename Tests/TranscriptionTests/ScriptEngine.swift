// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

@testable import Transcription

/// An engine that is a shell script: it prints what sherpa-onnx would, or does whatever a real one would not do on demand.
///
/// The script is called with the audio's path, and with its own folder as second argument. It is the shell that is executed: a file just written cannot be
/// while any child, on its way to its own program, still holds it open (ETXTBSY).
struct ScriptEngine: Engine {
    let name = "script"
    var languages = EngineLanguages.only(["en"])
    var isDraft = false
    var hasTerminal = false
    let folder: ScratchFolder

    /// Makes an engine of the lines of a script; `through` stands for the word that it is through.
    init(_ script: String, in folder: ScratchFolder) {
        self.folder = folder
        let text = "#!/bin/sh\nthrough() { echo 'Elapsed seconds: 0' >&2; }\n\(script)\n"
        write(text, to: folder.file("engine"))
    }

    func locate(for language: String, in environment: EngineEnvironment) throws(EngineAbsence) -> EngineInstallation {
        EngineInstallation(executable: "/bin/sh", model: "none", files: [:])
    }

    func call(_ job: EngineJob, of installation: EngineInstallation) -> EngineCall {
        EngineCall(installation, [folder.file("engine"), job.audio, folder.path], for: job, hasTerminal: hasTerminal)
    }

    func reader() -> any EngineReader { SherpaReader() }
}

/// Writes a file anew.
func write(_ text: String, to path: String, mode: mode_t = 0o644) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    precondition(file >= 0, "\(path) cannot be written")
    defer { close(file) }
    let bytes = Array(text.utf8)
    _ = Glibc.write(file, bytes, bytes.count)
    fchmod(file, mode)
}
