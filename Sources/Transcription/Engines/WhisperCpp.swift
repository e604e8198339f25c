// SPDX-License-Identifier: MIT

internal import Localization

/// whisper.cpp's command line tool with any of its models: what most people choose, for 99 languages.
///
/// The tool has had three names, and its exit code proves little: 0 also for a language it does not know and for audio it could not read. Its result file is what
/// counts, written at the very end.
struct WhisperCpp: Engine {
    let name = "whisper.cpp"
    let languages = EngineLanguages.only(WhisperModel.languages)
    let isDraft = false

    /// What the tool is called: since 1.7.4, in builds before it, and before that wherever nothing else has so general a name.
    private static let names = ["whisper-cli", "whisper-cpp"]
    private static let oldName = "main"

    func locate(for language: String, in environment: EngineEnvironment) throws(EngineAbsence) -> EngineInstallation {
        let executable = try Self.program(in: environment)
        let models = WhisperModel.all(in: environment)
        guard let model = models.filter({ $0.fault == nil && $0.hears(language) }).max() else {
            // A damaged one is said, for its owner takes it for the one that is used.
            if let fault = models.lazy.compactMap(\.fault).first { throw .broken(reason: fault) }
            throw .notInstalled(fix: Self.modelFix(for: language, in: environment))
        }
        return EngineInstallation(executable: executable, model: model.name, files: ["model": model.file])
    }

    private static func program(in environment: EngineEnvironment) throws(EngineAbsence) -> String {
        let own = "\(environment.engineFolder)/whisper.cpp"
        let folders = [own, "\(own)/bin", "\(own)/build/bin"]
        var reason: String?
        for (name, folders) in names.map({ ($0, folders + environment.programFolders) }) + [(oldName, folders)] {
            switch EngineProgram.find(name, in: folders) {
            case .found(let path): return path
            case .unusable(let fault): reason = reason ?? fault
            case .missing: break
            }
        }
        if let reason { throw .broken(reason: reason) }
        throw .notInstalled(fix: localized("“sudo apt install whisper.cpp” installs one for 99 languages, where the system has it; it needs a model besides."))
    }

    private static func modelFix(for language: String, in environment: EngineEnvironment) -> String {
        localized(
            "whisper.cpp is here without a model for “{language}”: put a file such as {file} into {folder}.",
            ["language": language, "file": language == "en" ? "ggml-base.en.bin" : "ggml-base.bin", "folder": environment.modelFolder])
    }

    func models(beside installation: EngineInstallation, in environment: EngineEnvironment) -> (names: [String], languages: [String]) {
        let models = WhisperModel.all(in: environment).filter { $0.fault == nil }.sorted(by: >)
        return (models.map(\.name), languages.all.filter { language in models.contains { $0.hears(language) } })
    }

    func call(_ job: EngineJob, of installation: EngineInstallation) -> EngineCall {
        // Greedy: two and a half times as fast as the tool's own five beams, for half a percent of the words.
        let arguments = [
            "-m", installation.path("model"), "-f", job.audio, "-l", job.language, "-t", "\(job.threads)", "-bs", "1", "-bo", "1", "-pp", "-np", "-oj", "-of", "\(job.folder)/whisper",
        ]
        return EngineCall(installation, arguments, for: job, resultFile: "\(job.folder)/whisper.json")
    }

    func reader() -> any EngineReader { WhisperReader() }
}
