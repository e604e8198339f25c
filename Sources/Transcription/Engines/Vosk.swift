// SPDX-License-Identifier: MIT

internal import Glibc
internal import Localization

/// Vosk with any of its models, one for each language: a library, which a worker of ours loads in a process of its own (``VoskWorker``).
struct Vosk: Engine {
    let name = "vosk"
    let languages = EngineLanguages.only(VoskModel.languages)
    let isDraft = false

    func locate(for language: String, in environment: EngineEnvironment) throws(EngineAbsence) -> EngineInstallation {
        guard !environment.worker.isEmpty, let library = Self.libraries(in: environment).first(where: { access($0, R_OK) == 0 }) else {
            throw .notInstalled(
                fix: localized(
                    "“python3 -m pip install --no-deps --target {folder} vosk” brings one for 20 languages; it needs a model besides.",
                    ["folder": "\(environment.engineFolder)/vosk"]))
        }
        let models = VoskModel.all(in: environment).filter { $0.language == language }
        guard let model = models.max() else {
            throw .notInstalled(
                fix: localized(
                    "vosk is here without a model for “{language}”: unpack one of alphacephei.com/vosk/models into {folder}.",
                    ["language": language, "folder": environment.modelFolder]))
        }
        let files = ["library": EngineFile(path: library, signature: [0x7F] + Array("ELF".utf8)), "model": EngineFile(path: "\(model.path)/am/final.mdl")]
        let installation = EngineInstallation(executable: environment.worker, model: model.name, files: files, arguments: [VoskWorker.name, library, model.path])
        if let fault = installation.fault() { throw .broken(reason: fault) }
        return installation
    }

    /// Where the library may be: as pip puts it into our folder, and where systems have libraries.
    private static func libraries(in environment: EngineEnvironment) -> [String] {
        let own = ["\(environment.engineFolder)/vosk", "\(environment.engineFolder)/vosk/vosk"]
        #if arch(arm64)
        let triplet = "aarch64-linux-gnu"
        #else
        let triplet = "x86_64-linux-gnu"
        #endif
        return (own + ["/usr/local/lib", "/usr/lib/\(triplet)", "/usr/lib64", "/usr/lib"]).map { "\($0)/libvosk.so" }
    }

    func models(beside installation: EngineInstallation, in environment: EngineEnvironment) -> (names: [String], languages: [String]) {
        let models = VoskModel.all(in: environment).sorted(by: >)
        return (models.map(\.name), Set(models.map(\.language)).sorted())
    }

    func call(_ job: EngineJob, of installation: EngineInstallation) -> EngineCall {
        EngineCall(installation, installation.arguments + [job.audio], for: job)
    }

    func reader() -> any EngineReader { VoskReader() }
}
