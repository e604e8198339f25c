// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

/// One run of an engine: owns the child, reads what it prints, watches that it gets further, and ends it when it does not or when the task is cancelled.
@LoopActor
final class EngineRun {
    /// What can be wrong with a run that we ended ourselves.
    private enum Fault {
        case stuck
        case flooded
    }

    /// What the longest output may come to: with a line for each word, a day of talk is 7 MB.
    private static let outputLimit = 8 << 20
    private static let wordsLimit = 300

    private let engine: any Engine
    private let call: EngineCall
    private let duration: Duration
    private let limit: Duration
    private let report: @LoopActor (Double) -> Void

    private var reader: any EngineReader
    private var lines: [ChildProcess.Stream: OutputLines] = [:]
    private var outputCount = 0
    private var progress = 0.0
    private var lastWords: String?
    private var fault: Fault?
    private var process: ChildProcess?
    private var watchdog: LoopTimer?

    /// A run of `engine`.
    ///
    /// - Parameters:
    ///   - duration: the length of the audio.
    ///   - report: called with how far the engine is, 0 to 1, whenever it has got further.
    init(_ engine: any Engine, _ call: EngineCall, duration: Duration, patience: Patience, report: @escaping @LoopActor (Double) -> Void) {
        self.engine = engine
        self.call = call
        self.duration = duration
        self.limit = patience.limit(for: duration)
        self.report = report
        reader = engine.reader()
    }

    /// Runs the engine to its end; when the task is cancelled, to its premature one.
    ///
    /// - Parameter readFile: reads the call's result file, when there is one.
    func run(_ readFile: (String) async -> [UInt8]?) async throws(RecordingError) -> [HeardSegment] {
        guard !Task.isCancelled else { throw .processingCancelled }
        let process: ChildProcess
        do throws(ChildProcess.Failure) {
            process = try ChildProcess(call.command) { self.receive($1, from: $0) }
        } catch {
            throw .notStarted(engine.name, error.executable, code: error.code)
        }
        self.process = process
        watch()
        let ending = await process.ending()
        watchdog?.cancel()
        self.process = nil
        for stream in [ChildProcess.Stream.standardOutput, .standardError] {
            lines[stream, default: OutputLines()].finish().forEach { read($0, from: stream) }
        }
        guard !Task.isCancelled else { throw .processingCancelled }
        switch fault {
        case .stuck: throw .stuck(engine.name, after: limit)
        case .flooded: throw .flooded(engine.name)
        case nil: break
        }
        var file: [UInt8]?
        if let path = call.resultFile { file = await readFile(path) }
        return try EngineVerdict(engine: engine.name, ending: ending, result: reader.result(file), lastWords: lastWords).segments()
    }

    private func receive(_ bytes: [UInt8], from stream: ChildProcess.Stream) {
        guard fault == nil else { return }
        if stream == .standardOutput { outputCount += bytes.count }
        guard outputCount <= Self.outputLimit else { return end(.flooded) }
        lines[stream, default: OutputLines()].append(bytes).forEach { read($0, from: stream) }
    }

    private func read(_ line: [UInt8], from stream: ChildProcess.Stream) {
        switch reader.read(line, from: stream) {
        case .reached(let time): advance(to: duration > .zero ? time / duration : 1)
        case .progressed(let part): advance(to: part)
        case .complained(let words): lastWords = String(words.prefix(Self.wordsLimit))
        case nil: break
        }
    }

    private func advance(to part: Double) {
        let part = min(part, 1)
        guard part > progress else { return }
        progress = part
        report(part)
        watch()
    }

    private func watch() {
        watchdog?.cancel()
        watchdog = LoopTimer(after: limit) { self.end(.stuck) }
    }

    private func end(_ fault: Fault) {
        self.fault = fault
        process?.terminate()
    }
}
