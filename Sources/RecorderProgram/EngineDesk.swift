// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization
internal import Storage
internal import Transcription

/// The speech engines as the configuration has them, for the verbs that need no recorder.
struct EngineDesk: SpeechHearing {
    private let directories: XDGDirectories
    private let configuration: Configuration
    private let environment: EngineEnvironment
    private let worker = WorkerThread(name: "engines")

    /// The engines of the environment this process runs in.
    init() throws(RecordingError) {
        directories = try XDGDirectories(environment: ProcessEnvironment.values(of: XDGDirectories.variables))
        configuration = Configuration(file: directories.configurationFile, environment: ProcessEnvironment.values(of: Configuration.variables))
        environment = EngineEnvironment(variables: ProcessEnvironment.all, dataFolder: directories.dataFolder, command: configuration.engineCommand, worker: RecorderMain.path)
    }

    func engines() async -> [EngineReport] {
        await Transcriber.reports(in: environment, worker: worker)
    }

    func transcribe(
        _ audio: String, locale: String?, engine: String?, progress: @escaping @Sendable (Double?) -> Void
    ) async throws(RecordingError) -> Transcript {
        let transcriber = Transcriber(environment: environment, engine: engine ?? configuration.engine, worker: worker)
        return try await transcriber.transcribe(audio, locale: locale ?? configuration.language, progress: progress)
    }
}
