// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import Recording
import TestSupport
import Testing

@testable import Transcription

/// The engines people get: sherpa-onnx as we install it from the package index, once for all tests here, and the system's PocketSphinx.
///
/// They hear the LibriVox reading of Debian's pocketsphinx-testdata, as a recording of ours: FLAC at 48 kHz.
@Suite("Engines", .serialized, .timeLimit(.minutes(10)))
struct Engines {
    private static let samples = "/usr/share/pocketsphinx/test/data/librivox"
    private let folder = ScratchFolder()

    @Test
    func `the engine for English is installed from the package index, with progress, and is found then`() async throws {
        let engine = try await InstalledEngine.shared
        #expect(engine.events.first == .started(engine: "sherpa-onnx"))
        #expect(engine.events.last == .finished)
        let parts = engine.events.compactMap { if case .progressed(let part) = $0 { part } else { nil } }
        #expect(parts == parts.sorted())
        #expect(FolderTree.names(in: engine.environment.engineFolder) == ["sherpa-onnx-2.0.1"])
        let (found, installation) = try EngineChoice.automatic.engine(for: "en", in: engine.environment)
        #expect(found.name == "sherpa-onnx")
        #expect(installation.fault() == nil)
    }

    @Test
    func `sherpa-onnx with Moonshine gets at most one word in eight wrong`() async throws {
        let environment = try await InstalledEngine.shared.environment
        let transcript = try await transcribe(try await recording(), "sherpa-onnx", environment)
        #expect(WordErrorRate.of(transcript.text, against: said) <= 0.125, "\(transcript.text)")
        #expect(transcript.model == "moonshine-tiny-en")
        #expect(!transcript.isDraft)
        #expect(transcript.segments.count > 1)
        #expect(transcript.segments.map(\.start) == transcript.segments.map(\.start).sorted())
    }

    /// The engine's detector looks at 512 samples at a time: sound that fills its last look exactly, and ends in speech, is the hard case.
    @Test(arguments: [1.6, 2.4, 3.2, 4.0])
    func `sherpa-onnx hears the last words of a take that ends in the middle of them, however long it is`(seconds: Double) async throws {
        let environment = try await InstalledEngine.shared.environment
        let cut = folder.file("cut.flac")
        _ = try await Subprocess.run("/usr/bin/sox", [try await recording(), cut, "trim", "0", "\(seconds)"])
        let transcript = try await transcribe(cut, "sherpa-onnx", environment)
        let longer = folder.file("longer.flac")
        _ = try await Subprocess.run("/usr/bin/sox", [cut, longer, "pad", "0", "1.01"])
        let whole = try await transcribe(longer, "sherpa-onnx", environment)
        // Half a word at the end may be heard as one or the other.
        #expect(!whole.text.isEmpty && WordErrorRate.of(transcript.text, against: whole.text) <= 0.34, "“\(transcript.text)”, “\(whole.text)”")
    }

    @Test
    func `PocketSphinx gets at most every second word wrong, and its text is a draft`() async throws {
        let transcript = try await transcribe(try await recording(), "pocketsphinx", system)
        #expect(WordErrorRate.of(transcript.text, against: said) <= 0.5, "\(transcript.text)")
        #expect(transcript.isDraft)
        #expect(transcript.segments.count > 1)
        #expect(transcript.segments.map(\.end) == transcript.segments.map(\.end).sorted())
    }

    @Test
    func `sherpa-onnx tells how far it is while it works`() async throws {
        let environment = try await InstalledEngine.shared.environment
        let (_, seen) = try await hear(try await recording(), "sherpa-onnx", environment)
        #expect(seen.count > 1)
        #expect(seen.last.map { $0 > 0.9 } == true)
    }

    @Test
    func `C121: a fan that is switched on is no speech`() async throws {
        let samples = Sound.noise(seconds: 2, level: 0.01, smoothing: 0.9) + Sound.noise(seconds: 3, level: 0.2, smoothing: 0.9)
        #expect(!Loudness(samples).isNoise, "the engine is not even asked")
        try Sound.write(samples, to: folder.file("fan.flac"))
        #expect(try await transcribe(folder.file("fan.flac"), "sherpa-onnx", try await InstalledEngine.shared.environment).text.isEmpty)
    }

    @Test
    func `speech stands out at any level, and in noise`() throws {
        let speech = try Sound.read("\(Self.samples)/sense_and_sensibility_01_austen_64kb-0880.wav")
        for divisor in [1, 10, 100] as [Int16] {
            #expect(!Loudness(speech.map { $0 / divisor }).isNoise)
        }
        let noise = Sound.noise(seconds: Double(speech.count) / 16_000, level: 0.07)
        #expect(Loudness(noise).isNoise)
        #expect(!Loudness(Sound.mix(speech, noise)).isNoise)
    }

    @Test
    func `whisper.cpp gets at most one word in eight wrong, tells how far it is, and its model is told from others`() async throws {
        let whisper = try await InstalledWhisper.shared
        let (found, installation) = try EngineChoice.automatic.engine(for: "en-GB", in: whisper.environment)
        #expect(found.name == "whisper.cpp" && installation.executable == whisper.tool && installation.model == "tiny.en")
        let (transcript, seen) = try await hear(try await recording(), "auto", whisper.environment)
        #expect(WordErrorRate.of(transcript.text, against: said) <= 0.125, "\(transcript.text)")
        #expect(transcript.engine == "whisper.cpp" && transcript.model == "tiny.en" && !transcript.isDraft)
        #expect(transcript.segments.count > 1)
        #expect(transcript.segments.map(\.start) == transcript.segments.map(\.start).sorted())
        #expect(seen == seen.sorted() && seen.count > 1)
        // It knows English only: no English out of German speech.
        let error = await #expect(throws: RecordingError.self) { try await transcribe(try await recording(), "whisper.cpp", whisper.environment, locale: "de") }
        #expect(error?.name == .modelUnavailable && error?.message.contains("ggml-base.bin") == true, "\(String(describing: error))")
    }

    @Test
    func `vosk hears in a process of its own, with times and progress, in the languages of its models only`() async throws {
        let vosk = try await InstalledVosk.shared
        let reports = EngineChoice.all.map { $0.report(in: vosk.environment) }
        let report = try #require(reports.first { $0.name == "vosk" })
        #expect(report.obstacle == nil && report.models == ["small-ko-0.22"] && report.languages == ["ko"])
        #expect(reports.filter { $0.obstacle == nil }.map(\.name) == ["vosk"])
        // English in Korean ears: what it makes of it is words of Korean, where somebody speaks.
        let (transcript, seen) = try await hear(try await recording(), "auto", vosk.environment, locale: "ko-KR")
        #expect(transcript.engine == "vosk" && transcript.model == "small-ko-0.22" && !transcript.isDraft)
        #expect(transcript.text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(transcript.text)")
        #expect(transcript.segments.count > 1 && transcript.segments.allSatisfy { $0.start < $0.end })
        #expect(transcript.segments.map(\.start) == transcript.segments.map(\.start).sorted())
        #expect(seen == seen.sorted() && seen.count > 1)
        let error = await #expect(throws: RecordingError.self) { try await transcribe(try await recording(), "vosk", vosk.environment) }
        #expect(error?.name == .modelUnavailable && error?.message.contains("vosk is here without a model for “en”") == true, "\(String(describing: error))")
    }

    @Test
    func `C127: a broken model of whisper.cpp is named`() async throws {
        let whisper = try await InstalledWhisper.shared
        let copy = EngineEnvironment(variables: whisper.environment.variables, dataFolder: folder.path)
        try #require(FolderTree.make(copy.modelFolder) == 0)
        let model = "\(copy.modelFolder)/ggml-tiny.en.bin"
        for (damage, name) in [
            ("head -c 1000000", RecordingError.Name.modelUnavailable), ("tr '\\000-\\377' '\\001-\\377\\000'", .modelUnavailable), ("true", .modelUnavailable),
            ("{ head -c 4096; tr '\\000-\\377' '\\377'; }", .transcriptionFailed),
        ] {
            let made = try await Subprocess.run("/bin/sh", ["-c", "\(damage) <\"$1\" >\"$2\"", "sh", whisper.model, model])
            try #require(made.ending == .exited(0), "\(made.errors)")
            let error = await #expect(throws: RecordingError.self) { try await transcribe(try await recording(), "auto", copy) }
            #expect(error?.name == name && error?.message.contains(model) == true, "\(error?.message ?? "")")
        }
    }

    @Test(arguments: ["sherpa-onnx", "pocketsphinx", "whisper.cpp", "vosk"])
    func `a cancelled engine is gone at once`(name: String) async throws {
        let environment =
            switch name {
            case "sherpa-onnx": try await InstalledEngine.shared.environment
            case "whisper.cpp": try await InstalledWhisper.shared.environment
            case "vosk": try await InstalledVosk.shared.environment
            default: system
            }
        let path = try await recording(times: 4)
        let transcriber = Transcriber(environment: environment, engine: name, worker: WorkerThread(name: "test"))
        let result = try await onLoop {
            let seen = SeenProgress()
            let task = Loop.shared.throwingTask { try await transcriber.transcribe(path, locale: name == "vosk" ? "ko" : "en") { seen.add($0) } }
            seen.onFirst = { task.cancel() }
            return await task.result
        }
        #expect(#expect(throws: RecordingError.self) { try result.get() }?.name == .cancelled)
    }

    @Test(arguments: ["encoder_model.ort", "decoder_model_merged.ort"])
    func `C127: a broken model is named, or where it lies and what the engine said about it`(file: String) async throws {
        let whole = try await InstalledEngine.shared.environment
        for (damage, name) in [
            ("head -c 1000000", RecordingError.Name.modelUnavailable), ("tr '\\000-\\377' '\\001-\\377\\000'", .modelUnavailable), ("true", .modelUnavailable),
            // Right in size and at its beginning, wrong inside: the engine itself must notice.
            ("{ head -c 64; cat | tr '\\000-\\377' '\\000'; }", .transcriptionFailed),
        ] {
            let (environment, model) = try await damaged(file, of: whole, by: damage)
            let error = await #expect(throws: RecordingError.self) { try await transcribe(try await recording(), "sherpa-onnx", environment) }
            #expect(error?.name == name)
            #expect(error?.message.contains(name == .modelUnavailable ? model : "moonshine_voice/assets/tiny-en/") == true, "\(error?.message ?? "")")
        }
    }

    /// A copy of the engine in which a filter was run over one of the model's files.
    private func damaged(_ file: String, of environment: EngineEnvironment, by filter: String) async throws -> (EngineEnvironment, model: String) {
        let copy = EngineEnvironment(variables: environment.variables, dataFolder: folder.path)
        let model = "moonshine_voice/assets/tiny-en/\(file)"
        try #require(FolderTree.make(copy.engineFolder) == 0)
        let script = "rm -rf \"$2\" && cp -al \"$1\" \"$2\" && rm \"$2/$3\" && \(filter) <\"$1/$3\" >\"$2/$3\""
        let paths = [SherpaMoonshine.folder(in: environment), SherpaMoonshine.folder(in: copy)]
        let made = try await Subprocess.run("/bin/sh", ["-c", script, "sh"] + paths + [model])
        try #require(made.ending == .exited(0), "\(made.errors)")
        return (copy, "\(paths[1])/\(model)")
    }

    // MARK: Running

    private var system: EngineEnvironment {
        EngineEnvironment(variables: ["PATH": "/usr/bin:/bin", "TMPDIR": folder.path], dataFolder: folder.file("data"))
    }

    /// The five sentences, with pauses, as a recording of ours.
    private func recording(times: Int = 1) async throws -> String {
        let path = folder.file("reading.flac")
        let wavs = "0870 0880 0890 0920 0930".split(separator: " ").map { "\(Self.samples)/sense_and_sensibility_01_austen_64kb-\($0).wav" }
        let pads = wavs.map { "|sox \($0) -p pad 0 1.2" }
        let made = try await Subprocess.run("/usr/bin/sox", Array(repeating: pads, count: times).flatMap { $0 } + ["-r", "48000", path])
        #expect(made.ending == .exited(0), "\(made.errors)")
        return path
    }

    private let said = """
        and mister john dashwood had then leisure to consider how much there might be prudently in his power to do for them \
        he was not an ill disposed young man unless to be rather cold hearted and rather selfish is to be ill disposed \
        had he married a more amiable woman he might have been made still more respectable than he was he might even have been made amiable himself
        """

    private func transcribe(_ path: String, _ engine: String, _ environment: EngineEnvironment, locale: String = "en") async throws -> Transcript {
        Loop.shared.runInBackground()
        return try await Transcriber(environment: environment, engine: engine, worker: WorkerThread(name: "test")).transcribe(path, locale: locale) { _ in }
    }

    /// The text, and how far the engine was, each time it said so.
    private func hear(_ path: String, _ engine: String, _ environment: EngineEnvironment, locale: String = "en") async throws -> (Transcript, progress: [Double]) {
        let transcriber = Transcriber(environment: environment, engine: engine, worker: WorkerThread(name: "test"))
        return try await onLoop {
            let seen = SeenProgress()
            let transcript = try await transcriber.transcribe(path, locale: locale) { seen.add($0) }
            return (transcript, seen.values.compactMap { $0 })
        }
    }
}
