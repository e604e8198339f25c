// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

extension EnginePackage {
    /// What ``SherpaMoonshine`` needs; nil on machines it is not made for.
    static var sherpaMoonshine: EnginePackage? {
        #if arch(x86_64)
        sherpaMoonshine(sizes: [10_544_878, 18_991_531, 11_317_527, 56_369_045])
        #elseif arch(arm64)
        sherpaMoonshine(sizes: [13_257_723, 17_662_660, 11_317_527, 55_143_464])
        #else
        nil
        #endif
    }

    /// The hashes are those of the x86_64 and the aarch64 wheel; Silero's has no machine code in it.
    private static func sherpaMoonshine(sizes: [Int]) -> EnginePackage {
        let pins: [(String, String, [String])] = [
            (
                "sherpa-onnx-core", "2.0.1",
                ["f4ee0ab91c4ae596e0e49d7de32522a946295e038a652f1c1884d89014ee4ec2", "4a855a5c89c89885111e4e9c570e5da1aed63373c031b757d8046792d95fe8fe"]
            ),
            (
                "sherpa-onnx-bin", "2.0.1",
                ["af4d40a346415fbc4519af662350914662b435e8231072dcaac4697f79ecbaa2", "755e664cef0ac0cda8917072e2cb8add62218b90df269a63aa174d3ee01dbe22"]
            ),
            ("silero-vad", "6.2.3", ["7b7f5436cfcb02fae583a05b512ea96467fd449fe54cb49a5e4f06c51a1e43b8"]),
            (
                "moonshine-voice", "0.1.0",
                ["0f833deb43bad5dcfb4cfd3257b6df83ef9abd3f27be3199622fe41932e8d916", "da54a99587edb987c8755f2c746cab72fada0e67cf847f7edfb8105447f405af"]
            ),
        ]
        return EnginePackage(
            name: "sherpa-onnx", version: SherpaMoonshine.version, languages: ["en"],
            wheels: zip(pins, sizes).map { Wheel(name: $0.0, version: $0.1, hashes: $0.2, size: $1) },
            isInstalled: { (try? SherpaMoonshine().locate(for: "en", in: $0)) != nil }, complete: completeSherpaMoonshine, proof: proveSherpaMoonshine)
    }

    @Sendable
    private static func completeSherpaMoonshine(_ folder: String) throws(RecordingError) {
        let tokenizer = "\(folder)/moonshine_voice/assets/tiny-en/tokenizer.bin"
        guard let bytes = EngineFile.contents(of: tokenizer), let tokens = MoonshineTokens.text(of: bytes) else {
            throw .notInstalled("sherpa-onnx", localized("{file} is not what it should be", ["file": tokenizer]))
        }
        let code = FolderTree.write(tokens, to: "\(folder)/tokens.txt")
        guard code == 0 else { throw .notInstalled("sherpa-onnx", in: folder, code: code) }
        if let fault = SherpaMoonshine.installation(in: folder, executable: "").fault() { throw .notInstalled("sherpa-onnx", fault) }
    }

    @Sendable
    private static func proveSherpaMoonshine(_ folder: String) -> ChildProcess.Command {
        ChildProcess.Command(
            "\(folder)/bin/sherpa-onnx-vad-with-offline-asr", ["--help"], environment: ["LD_LIBRARY_PATH": "\(folder)/sherpa_onnx/lib", "LC_ALL": "C.UTF-8"])
    }
}
