// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Localization

/// A program of the user's own.
///
/// It gets the absolute path of a WAV file (16 bit, mono, 16 kHz) as its last argument and the language in `TALLYLIGHT_LANGUAGE`, prints what was said, line by line, and returns 0. A line
/// may be a JSON object: `{"start": 0.5, "end": 2, "text": "And so"}` for a stretch with its times in seconds, `{"progress": 0.4}` for how far it is. It is used only where the configuration
/// names it, and is started without a shell.
struct CommandEngine: Engine {
    let name = "command"
    let languages = EngineLanguages.any
    let isDraft = false
    let isOnlyByName = true

    func locate(for language: String, in environment: EngineEnvironment) throws(EngineAbsence) -> EngineInstallation {
        guard let program = environment.command.first else {
            throw .notInstalled(fix: localized("Name a program of yours as “engine-command” in the configuration: it gets the path of a WAV file and prints what was said."))
        }
        let folders = program.hasPrefix("/") ? [""] : environment.programFolders
        switch EngineProgram.find(program.hasPrefix("/") ? String(program.dropFirst()) : program, in: folders) {
        case .found(let path): return EngineInstallation(executable: path, model: "", files: [:], arguments: Array(environment.command.dropFirst()), userFolder: environment.variables["HOME"])
        case .unusable(let reason): throw .broken(reason: reason)
        case .missing: throw .broken(reason: localized("“{program}”, the “engine-command” of the configuration, is not there.", ["program": program]))
        }
    }

    func call(_ job: EngineJob, of installation: EngineInstallation) -> EngineCall {
        var call = EngineCall(installation, installation.arguments + [job.audio], for: job)
        call.command.environment["TALLYLIGHT_LANGUAGE"] = job.language
        // A program of the user's may have its models there.
        if let home = installation.userFolder { call.command.environment["HOME"] = home }
        return call
    }

    func reader() -> any EngineReader { CommandReader() }
}
