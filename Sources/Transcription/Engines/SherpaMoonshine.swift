// SPDX-License-Identifier: MIT

internal import Localization

/// sherpa-onnx with the Moonshine tiny model for English and the Silero voice activity detector: what we install ourselves.
///
/// Its `sherpa-onnx-vad-with-offline-asr` prints `start -- end: text` for each stretch of speech. Two of the detector's settings differ from its own: at a
/// threshold of 0.3 it keeps faint beginnings and ends of words, and by cutting only at pauses of 1 s it leaves the model whole sentences. Over six
/// variants (gain, rate, noise) of eleven recordings they brought the word error rate from 4.8 % to 2.8 %.
struct SherpaMoonshine: Engine {
    let name = "sherpa-onnx"
    let languages = EngineLanguages.only(["en"])
    let isDraft = false

    /// The version whose files are known here, to the byte.
    static let version = "2.0.1"

    /// The folder it is installed to.
    static func folder(in environment: EngineEnvironment) -> String { "\(environment.engineFolder)/sherpa-onnx-\(version)" }

    func locate(for language: String, in environment: EngineEnvironment) throws(EngineAbsence) -> EngineInstallation {
        let folder = Self.folder(in: environment)
        let fix = localized("The one for English is brought at the next recording, unless the configuration forbids it; “sudo apt install python3-pip” provides what that needs.")
        let installation: EngineInstallation
        switch EngineProgram.find("sherpa-onnx-vad-with-offline-asr", in: ["\(folder)/bin"]) {
        case .found(let path): installation = Self.installation(in: folder, executable: path)
        case .unusable(let reason): throw .broken(reason: reason)
        case .missing: throw .notInstalled(fix: fix)
        }
        if let fault = installation.fault() {
            throw .broken(reason: localized("{fault} Remove the folder {folder}, and the engine is brought again.", ["fault": fault, "folder": folder]))
        }
        return installation
    }

    /// The engine as it lies in `folder`, proven or not.
    static func installation(in folder: String, executable: String) -> EngineInstallation {
        let moonshine = "\(folder)/moonshine_voice/assets/tiny-en"
        let runtimeModel = Array("ORTM".utf8)
        return EngineInstallation(
            executable: executable, model: "moonshine-tiny-en",
            files: [
                "vad": EngineFile(path: "\(folder)/silero_vad/data/silero_vad.onnx", size: 2_327_524, signature: [0x08, 0x08, 0x12, 0x04] + Array("spox".utf8)),
                "encoder": EngineFile(path: "\(moonshine)/encoder_model.ort", size: 13_281_600, signature: runtimeModel, signatureOffset: 4),
                "decoder": EngineFile(path: "\(moonshine)/decoder_model_merged.ort", size: 30_412_256, signature: runtimeModel, signatureOffset: 4),
                "tokens": EngineFile(path: "\(folder)/tokens.txt", size: 549_350, signature: Array("PHVuaz4= 0\n".utf8)),
            ], libraryFolder: "\(folder)/sherpa_onnx/lib")
    }

    func call(_ job: EngineJob, of installation: EngineInstallation) -> EngineCall {
        let arguments = [
            "--silero-vad-model=\(installation.path("vad"))", "--silero-vad-threshold=0.3", "--silero-vad-min-silence-duration=1.0",
            "--moonshine-encoder=\(installation.path("encoder"))", "--moonshine-merged-decoder=\(installation.path("decoder"))",
            "--tokens=\(installation.path("tokens"))", "--num-threads=\(job.threads)", "--print-args=false", job.audio,
        ]
        return EngineCall(installation, arguments, for: job, hasTerminal: true)
    }

    func reader() -> any EngineReader { SherpaReader() }
}
