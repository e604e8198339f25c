// SPDX-License-Identifier: MIT

internal import Localization

/// PocketSphinx 0.8 with its US English model, the only engine that apt alone provides on Debian and Ubuntu.
///
/// It gets every fourth word wrong.
struct PocketSphinx: Engine {
    let name = "pocketsphinx"
    let languages = EngineLanguages.only(["en"])
    let isDraft = true

    func locate(for language: String, in environment: EngineEnvironment) throws(EngineAbsence) -> EngineInstallation {
        let fix = localized("“sudo apt install pocketsphinx pocketsphinx-en-us” installs a simple one for English.")
        let executable: String
        switch EngineProgram.find("pocketsphinx_continuous", in: environment.programFolders) {
        case .found(let path): executable = path
        case .unusable(let reason): throw .broken(reason: reason)
        case .missing: throw .notInstalled(fix: fix)
        }
        let models = environment.sharedFolders.map { Self.installation(executable, model: "\($0)/pocketsphinx/model/en-us") }
        if let whole = models.first(where: { $0.fault() == nil }) { return whole }
        let fault = models.last?.fault() ?? ""
        throw .broken(reason: localized("{fault} “sudo apt install --reinstall pocketsphinx-en-us” brings it.", ["fault": fault]))
    }

    private static func installation(_ executable: String, model: String) -> EngineInstallation {
        let parameters = Array("s3\n".utf8)
        return EngineInstallation(
            executable: executable, model: "en-us",
            files: [
                "definition": EngineFile(path: "\(model)/en-us/mdef", signature: Array("BMDF".utf8)),
                "means": EngineFile(path: "\(model)/en-us/means", signature: parameters),
                "variances": EngineFile(path: "\(model)/en-us/variances", signature: parameters),
                "transitions": EngineFile(path: "\(model)/en-us/transition_matrices", signature: parameters),
                "mixtures": EngineFile(path: "\(model)/en-us/sendump", signature: Array("BEGIN".utf8), signatureOffset: 4),
                "language": EngineFile(path: "\(model)/en-us.lm.bin", signature: Array("Trie Language Model".utf8)),
                "dictionary": EngineFile(path: "\(model)/cmudict-en-us.dict", signature: Array("'bout ".utf8)),
            ])
    }

    func call(_ job: EngineJob, of installation: EngineInstallation) -> EngineCall {
        let acoustic = installation.path("definition").split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let arguments = [
            "-hmm", acoustic, "-lm", installation.path("language"), "-dict", installation.path("dictionary"), "-time", "yes", "-infile", job.audio,
        ]
        return EngineCall(installation, arguments, for: job)
    }

    func reader() -> any EngineReader { PocketSphinxReader() }
}
