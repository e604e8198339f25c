// SPDX-License-Identifier: MIT

internal import DBus
internal import EventLoop
internal import Glibc

/// A take of a day by the release recorder: what it hears comes a hundred times as fast as it lasts.
///
/// A reader speaks at the beginning, for ``talk`` seconds in the middle, and at the end. What is recorded between them is silence, to the sample.
package struct LongTake {
    /// How long the talk in the middle is, in seconds: longer than a piece that an engine gets.
    package static let talk = 1500
    private static let rate = 48_000
    private static let chunk = 5 * rate

    /// How many hours the take lasts.
    private let hours: Double
    private let desk: Desk
    private let microphone: PrivatePulse
    private let sentence: Speech
    private let report: @Sendable (String) -> Void

    /// Records, checks and processes a take of so many hours.
    ///
    /// - Parameter report: is told what came of each part, in a line.
    /// - Returns: whether all was right.
    package static func run(hours: Double, _ report: @escaping @Sendable (String) -> Void) async throws -> Bool {
        let (microphone, sentence) = (try await PrivatePulse.start(.pipe), try await Speech.load(Speech.long))
        nonisolated(unsafe) var isRight = false
        try await Desk.use(sound: microphone, configuration: "install-engines = no\nlanguage = en\nengine = pocketsphinx\n") { desk in
            isRight = try await LongTake(hours: hours, desk: desk, microphone: microphone, sentence: sentence, report: report).perform()
        }
        return isRight
    }

    private func perform() async throws -> Bool {
        let program = try await desk.startRecorder()
        let watch = Loop.shared.task {
            // Without a recorder nothing here would ever end.
            guard let end = try? await program.finish(within: .seconds(100_000)) else { return }
            report("the recorder ended: \(end.ending) \(end.errors)")
            exit(1)
        }
        defer { watch.cancel() }
        guard let process = try await desk.recorderProcess() else { throw DeskError("there is no recorder") }
        try await desk.ask("start")
        let hearing = ContinuousClock.now
        let (middle, end) = try await hear()
        let heard = hearing.duration(to: .now)
        try await desk.ask("pause")
        let (shown, elapsed) = (try await desk.ask("status").split(separator: "\n").first ?? "", Int(try await desk.status("elapsed_usec")) ?? 0)
        let (session, processing) = (try await desk.status("session"), ContinuousClock.now)
        let engine = Loop.shared.task { await Self.peakOfChildren(of: process) }
        let text = try await desk.ask("finish", "--wait", within: .seconds(7200))
        let processed = processing.duration(to: .now)
        engine.cancel()
        // A draft, which this engine's text is, leaves the take where it is.
        let audio = try await desk.status("audio_path")
        let frames = Int(try await Self.output("metaflac", "--show-total-samples", audio).dropLast()) ?? 0
        let size = try await Self.output("stat", "-c", "%s", audio).dropLast()
        report("heard in \(heard): \(frames) frames, \(frames * 2) bytes of sound in a file of \(size); shown: \(shown); elapsed: \(elapsed) µs")
        let memory = (recorder: try await Subprocess.peakMemory(of: process), engine: await engine.value)
        report("processed in \(processed): the recorder took \(memory.recorder) kB at most, its children \(memory.engine) kB each")
        let isLengthRight = elapsed == frames * 1_000_000 / Self.rate && frames >= end + sentence.samples.count
        let isBounded = memory.recorder < 64 << 10 && memory.engine < 512 << 10
        let isFound = try await find(in: audio, middle: middle, end: end)
        return try await check(text, of: session, end: end) && isLengthRight && isBounded && isFound
    }

    /// The most memory that a child of `process` has had, in kB, looked at ten times a second until the task is cancelled.
    private static func peakOfChildren(of process: Int32) async -> Int {
        var peak = 0
        while !Task.isCancelled {
            for child in ScratchFolder.names(in: "/proc").compactMap({ Int32($0) }) where (try? await output("grep", "-m1", "PPid", "/proc/\(child)/status"))?.filter(\.isNumber) == "\(process)" {
                peak = max(peak, (try? await Subprocess.peakMemory(of: child)) ?? 0)
            }
            try? await LoopTimer.sleep(for: .milliseconds(100))
        }
        return peak
    }

    private static func output(_ program: String, _ arguments: String...) async throws -> String {
        try await Subprocess.run("/usr/bin/\(program)", arguments, within: .seconds(3600)).output
    }

    // MARK: Recording

    /// Has the take hear everything, and answers how far behind the first sentence the others begin, in frames.
    private func hear() async throws -> (middle: Int, end: Int) {
        try await desk.withConnection { [self] connection in
            let recorder = desk.recorder(over: connection)
            let silence = [Int16](repeating: 0, count: Self.chunk)
            let pause = [Int16](repeating: 0, count: Self.rate / 2)
            let half = Int(hours * 1800) * Self.rate / Self.chunk
            var position = 0
            // Nothing but what is fed, so that every distance is exact.
            microphone.setRoom(nil)
            func feed(_ samples: [Int16]) async throws {
                await microphone.feed(samples)
                position += samples.count
                // A server keeps 40 s for a client that does not read; faster than that a client need not be. Meanwhile there is silence as any microphone delivers it: one that
                // delivers nothing has stalled, which pauses the take.
                while try await recorder.recorded() + 25 * Self.rate < position {
                    try await LoopTimer.sleep(for: .milliseconds(20))
                    await microphone.feed([Int16](repeating: 0, count: Self.rate / 50))
                    position += Self.rate / 50
                }
            }
            try await feed(sentence.samples)
            for _ in 0..<half { try await feed(silence) }
            let middle = position
            while position < middle + Self.talk * Self.rate { try await feed(sentence.samples + pause) }
            for _ in 0..<half { try await feed(silence) }
            let end = position
            try await feed(sentence.samples)
            microphone.setRoom(0)
            await microphone.say([])
            return (middle, end)
        }
    }

    // MARK: Checking

    /// Whether the decoder finds the file whole, and each sentence where it was said, by seeking.
    private func find(in audio: String, middle: Int, end: Int) async throws -> Bool {
        let test = try await Subprocess.run("/usr/bin/flac", ["-ts", audio], within: .seconds(3600))
        report("flac -t: \(test.code == 0 ? "whole" : test.errors)")
        guard let first = try await offset(in: audio, 0..<30 * Self.rate) else { throw DeskError("the first sentence is not in the file") }
        var isRight = test.code == 0
        for (name, distance) in [("middle", middle), ("end", end)] {
            let expected = first + distance
            let found = try await offset(in: audio, expected - Self.rate..<expected + sentence.samples.count + Self.rate)
            report("the sentence in the \(name), \(distance) frames behind the first, is \(found.map { "\($0 - expected) frames off" } ?? "lost")")
            isRight = found == expected && isRight
        }
        return isRight
    }

    private func offset(in audio: String, _ stretch: Range<Int>) async throws -> Int? {
        SoundComparison.offset(of: sentence.samples, in: try await SoundComparison.decode(audio, stretch), tolerance: 0).map { $0 + stretch.lowerBound }
    }

    /// Whether the text has what was said, with the end at its time.
    private func check(_ text: String, of session: String, end: Int) async throws -> Bool {
        let words = Set(sentence.words.split(separator: " "))
        let heard = text.split { $0 == " " || $0 == "\n" }
        let share = Double(heard.count { words.contains($0) }) / Double(max(1, heard.count))
        let count = Self.talk * Self.rate / (sentence.samples.count + Self.rate / 2) + 3
        report("text: \(heard.count) words, \(Int(share * 100)) % of them the reader's, who said \(count * sentence.words.split(separator: " ").count)")
        let last = try await lastSegment(of: session)
        report("the last stretch of speech begins at \(last) s; it was said at \(end / Self.rate) s")
        return share > 0.5 && abs(last - Double(end) / Double(Self.rate)) < 3
    }

    /// When the last stretch of speech in the text begins, in seconds.
    private func lastSegment(of session: String) async throws -> Double {
        let segments = try await desk.ask("transcript", session, "--json").split(separator: "\"start_usec\":")
        return Double(segments.last?.prefix(while: \.isNumber) ?? "").map { $0 / 1_000_000 } ?? -1
    }
}

extension RemoteObject {
    /// How many frames of its take the recorder has written.
    fileprivate func recorded() async throws -> Int {
        guard case .uint64(let time) = try await property("ElapsedUSec") else { return 0 }
        return Int(time) * 6 / 125
    }
}
