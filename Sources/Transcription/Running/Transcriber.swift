// SPDX-License-Identifier: MIT

public import Commanding
public import EventLoop
internal import Glibc
internal import Logging
public import Recording
internal import SoundFiles

/// Turns recordings into text with the engines of this machine, each run in a child process.
///
/// One recording is one pass: choose the engine, and for each piece of ten minutes convert the audio, ask whether there is any sound in it, run the engine, judge the run, clean the text.
/// Whatever happens, the scratch folder is gone and no process is left when it ends.
@LoopActor
public final class Transcriber: Transcribing {
    private nonisolated static let threadLimit = 4

    private let environment: EngineEnvironment
    private let choice: EngineChoice
    private let engines: [any Engine]
    private let patience: Patience
    private let length: PieceLength
    private let worker: WorkerThread

    /// What an engine can be chosen by: `auto`, and the names of all that are known.
    public nonisolated static var engineNames: [String] { ["auto"] + EngineChoice.all.map(\.name) }

    /// A transcriber for the engines of `environment`.
    ///
    /// - Parameters:
    ///   - engine: `auto`, or the name of the only engine to use.
    ///   - worker: where disks are waited for.
    public nonisolated convenience init(environment: EngineEnvironment, engine: String, worker: WorkerThread) {
        self.init(environment: environment, choice: EngineChoice(engine), engines: EngineChoice.all, worker: worker)
    }

    nonisolated init(
        environment: EngineEnvironment, choice: EngineChoice, engines: [any Engine], patience: Patience = Patience(), length: PieceLength = SpeechAudio.length, worker: WorkerThread
    ) {
        self.environment = environment
        self.choice = choice
        self.engines = engines
        self.patience = patience
        self.length = length
        self.worker = worker
    }

    /// What is known of all engines, best first.
    @LoopActor
    public static func reports(in environment: EngineEnvironment, worker: WorkerThread) async -> [EngineReport] {
        await worker.run { EngineChoice.all.map { $0.report(in: environment) } }
    }

    /// Why a recording in `locale` could not be turned into text now; nil when nothing speaks against it.
    ///
    /// To be asked before an hour is recorded, not after.
    @LoopActor
    public func obstacle(for locale: String) async -> RecordingError? {
        do throws(RecordingError) {
            _ = try await engine(for: locale)
            return nil
        } catch {
            return error
        }
    }

    /// Turns the speech in `audio` into text.
    @LoopActor
    public func transcribe(
        _ audio: String, locale: String, progress: @escaping @Sendable (Double?) -> Void
    ) async throws(RecordingError) -> Transcript {
        let flag = CancelFlag()
        let result = await withTaskCancellationHandler {
            do throws(RecordingError) {
                return Result<Transcript, RecordingError>.success(try await pass(audio, locale, flag, progress))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            flag.set()
        }
        return try result.get()
    }

    private func pass(
        _ audio: String, _ locale: String, _ flag: CancelFlag, _ progress: @escaping @Sendable (Double?) -> Void
    ) async throws(RecordingError) -> Transcript {
        progress(nil)
        let language = EngineLanguages.primary(of: locale)
        let isEmpty = try await worker.run { () throws(RecordingError) in try SpeechAudio.isEmpty(audio) }
        guard !isEmpty else { return Transcript(text: "", engine: "", model: "", language: language) }
        let (engine, installation) = try await engine(for: locale)
        let speech = SpeechAudio(audio, in: environment.scratchFolders, length: length)
        var segments: [Transcript.Segment] = []
        while let piece = try await worker.run({ () throws(RecordingError) in try speech.nextPiece { flag.isSet } }) {
            let heard: Result<[HeardSegment], RecordingError>
            do throws(RecordingError) {
                heard = .success(try await hear(piece, with: engine, installation, language, progress))
            } catch {
                heard = .failure(error)
            }
            // A long text takes a while, and the loop has others to answer.
            segments += try await worker.run { () throws(RecordingError) in
                piece.scratch.remove()
                return piece.segments(of: try heard.get())
            }
        }
        return Transcript(
            text: SpokenText.text(of: segments), segments: segments, engine: engine.name, model: installation.model, language: language, isDraft: engine.isDraft)
    }

    private func hear(
        _ piece: SpeechPiece, with engine: any Engine, _ installation: EngineInstallation, _ language: String, _ progress: @escaping @Sendable (Double?) -> Void
    ) async throws(RecordingError) -> [HeardSegment] {
        guard !piece.loudness.isNoise else { return [] }
        let job = EngineJob(audio: piece.path, language: language, threads: Self.threads, folder: piece.workFolder)
        let run = EngineRun(engine, engine.call(job, of: installation), duration: piece.loudness.duration, patience: patience) { progress(piece.progress(at: $0)) }
        let worker = self.worker
        do throws(RecordingError) {
            return try await run.run { path in await worker.run { EngineFile.contents(of: path) } }
        } catch {
            // What the engine could not make sense of may be its model, removed or replaced meanwhile.
            let fault = await worker.run { installation.fault() }
            guard error.name == .transcriptionFailed else { throw error }
            throw fault.map(RecordingError.damaged) ?? error.suspecting(installation)
        }
    }

    private func engine(for locale: String) async throws(RecordingError) -> (any Engine, EngineInstallation) {
        let (choice, environment, engines) = (self.choice, self.environment, self.engines)
        return try await worker.run { () throws(RecordingError) in try choice.engine(for: locale, in: environment, among: engines) }
    }

    private nonisolated static var threads: Int { max(1, min(threadLimit, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
